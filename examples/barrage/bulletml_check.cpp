/* bulletml_check.cpp - checks a tree against the language (bulletml.dtd in libbulletml-dev's documentation). */
#include "bulletml.hpp"

#include <set>
#include <stdexcept>

namespace {

typedef std::set<std::string> names;

/* An element: what is allowed in it, and what it needs: at least one of each set. */
struct grammar {
    names may;
    std::vector<names> must;
    bool formula; /* holds a formula, and no element */
    names types;  /* values of the attribute `type`  */
};

const names DIRECTIONS = {"aim", "absolute", "relative", "sequence"};
const names SPEEDS = {"absolute", "relative", "sequence"};

const std::map<std::string, grammar> GRAMMAR = {
    {"bulletml", {{"bullet", "action", "fire"}, {}, false, {"none", "vertical", "horizontal"}}},
    {"bullet", {{"direction", "speed", "action", "actionRef"}, {}, false, {}}},
    {"action",
     {{"changeDirection", "changeSpeed", "accel", "vanish", "repeat", "wait", "fire", "fireRef", "action", "actionRef"},
      {},
      false,
      {}}},
    {"fire", {{"direction", "speed", "bullet", "bulletRef"}, {{"bullet", "bulletRef"}}, false, {}}},
    {"changeDirection", {{"direction", "term"}, {{"direction"}, {"term"}}, false, {}}},
    {"changeSpeed", {{"speed", "term"}, {{"speed"}, {"term"}}, false, {}}},
    {"accel", {{"horizontal", "vertical", "term"}, {{"term"}}, false, {}}},
    {"repeat", {{"times", "action", "actionRef"}, {{"times"}, {"action", "actionRef"}}, false, {}}},
    {"bulletRef", {{"param"}, {}, false, {}}},
    {"actionRef", {{"param"}, {}, false, {}}},
    {"fireRef", {{"param"}, {}, false, {}}},
    {"vanish", {{}, {}, false, {}}},
    {"wait", {{}, {}, true, {}}},
    {"term", {{}, {}, true, {}}},
    {"times", {{}, {}, true, {}}},
    {"param", {{}, {}, true, {}}},
    {"direction", {{}, {}, true, DIRECTIONS}},
    {"speed", {{}, {}, true, SPEEDS}},
    {"horizontal", {{}, {}, true, SPEEDS}},
    {"vertical", {{}, {}, true, SPEEDS}},
};

/* Labels that are defined and referred to, each with the kind of its element. */
struct labels {
    std::set<std::pair<std::string, std::string>> made, wanted;
};

[[noreturn]] void fail(const std::string &reason) { throw std::runtime_error(reason); }

std::string tag(const std::string &name) { return "<" + name + ">"; }

const grammar &grammar_of(const bulletml::element &of) {
    const auto found = GRAMMAR.find(of.name);
    if (found == GRAMMAR.end())
        fail(tag(of.name) + " is not an element of BulletML");
    return found->second;
}

void check_attributes(const bulletml::element &of, const grammar &rule, labels &known) {
    const auto type = of.attributes.find("type");
    if (type != of.attributes.end() && rule.types.count(type->second) == 0)
        fail(tag(of.name) + " cannot be of type \"" + type->second + "\"");
    const auto label = of.attributes.find("label");
    const bool refers = of.name.size() > 3 && of.name.compare(of.name.size() - 3, 3, "Ref") == 0;
    if (refers && label == of.attributes.end())
        fail("a " + tag(of.name) + " has no label");
    if (refers)
        known.wanted.insert({of.name.substr(0, of.name.size() - 3), label->second});
    else if (label != of.attributes.end())
        known.made.insert({of.name, label->second});
}

void check_must(const bulletml::element &of, const grammar &rule) {
    for (const names &any : rule.must) {
        bool there = false;
        for (const bulletml::element &child : of.children)
            there = there || any.count(child.name) > 0;
        if (!there)
            fail("a " + tag(of.name) + " has no " + tag(*any.begin()));
    }
}

void check_element(const bulletml::element &of, labels &known) {
    const grammar &rule = grammar_of(of);
    check_attributes(of, rule, known);
    if (rule.formula && !bulletml::formula(of.text))
        fail(tag(of.name) + " does not hold a formula: \"" + of.text + "\"");
    if (!rule.formula && !of.text.empty())
        fail("stray text in " + tag(of.name) + ": \"" + of.text.substr(0, 40) + "\"");
    for (const bulletml::element &child : of.children) {
        grammar_of(child);
        if (rule.may.count(child.name) == 0)
            fail(tag(child.name) + " is not allowed in " + tag(of.name));
        check_element(child, known);
    }
    check_must(of, rule);
}

} // namespace

void bulletml::check(const element &root) {
    if (root.name != "bulletml")
        fail("not BulletML: the root element is " + tag(root.name) + ", not <bulletml>");
    labels known;
    check_element(root, known);
    for (const auto &want : known.wanted)
        if (known.made.count(want) == 0)
            fail("no " + tag(want.first) + " is labelled \"" + want.second + "\", which a " + tag(want.first + "Ref") +
                 " names");
    for (const auto &made : known.made)
        if (made.first == "action" && made.second.compare(0, 3, "top") == 0)
            return;
    fail("no action is labelled \"top\": there is nothing to run");
}
