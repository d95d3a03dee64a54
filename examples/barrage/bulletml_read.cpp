/* bulletml_read.cpp - a pattern file as a tree, through expat. */
#include "bulletml.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <memory>
#include <stdexcept>

#include <expat.h>

namespace {

const std::size_t MOST_BYTES = 1 << 20; /* real patterns have a few KB */
const std::size_t MOST_NESTED = 200;    /* later code recurses */
const char *const BLANKS = " \t\r\n";

std::string read_text(const char *path) {
    std::unique_ptr<std::FILE, int (*)(std::FILE *)> file(std::fopen(path, "rb"), std::fclose);
    if (!file)
        throw std::runtime_error(std::strerror(errno));
    std::string text;
    char block[4096];
    std::size_t got = 0;
    while (text.size() <= MOST_BYTES && (got = std::fread(block, 1, sizeof block, file.get())) > 0)
        text.append(block, got);
    if (std::ferror(file.get()))
        throw std::runtime_error(std::strerror(errno));
    if (text.size() > MOST_BYTES)
        throw std::runtime_error("larger than 1 MiB: not a bullet pattern");
    if (text.find_first_not_of(BLANKS) == std::string::npos)
        throw std::runtime_error("the file is empty");
    return text;
}

/* The open elements, outermost first; a closed one moves into its parent. No exception may pass through expat, which is
 * C. */
struct builder {
    XML_Parser parser;
    std::vector<bulletml::element> open;
    std::string why;

    void stop(const char *reason) {
        why = reason;
        XML_StopParser(parser, XML_FALSE);
    }
    template <class Work> void guarded(Work work) {
        try {
            work();
        } catch (const std::exception &error) {
            stop(error.what());
        }
    }
};

void trim(std::string &text) {
    const std::size_t first = text.find_first_not_of(BLANKS);
    if (first == std::string::npos)
        text.clear();
    else
        text = text.substr(first, text.find_last_not_of(BLANKS) - first + 1);
}

void on_start(void *user, const XML_Char *name, const XML_Char **attributes) {
    builder *to = static_cast<builder *>(user);
    to->guarded([=] {
        if (to->open.size() > MOST_NESTED)
            return to->stop("elements nest deeper than 200");
        bulletml::element made;
        made.name = name;
        for (const XML_Char **pair = attributes; pair[0] != nullptr; pair += 2)
            made.attributes[pair[0]] = pair[1];
        to->open.push_back(made);
    });
}

void on_text(void *user, const XML_Char *text, int length) {
    builder *to = static_cast<builder *>(user);
    to->guarded([=] { to->open.back().text.append(text, static_cast<std::size_t>(length)); });
}

void on_end(void *user, const XML_Char *) {
    builder *to = static_cast<builder *>(user);
    to->guarded([=] {
        bulletml::element closed = to->open.back();
        to->open.pop_back();
        trim(closed.text);
        to->open.back().children.push_back(closed);
    });
}

} // namespace

bulletml::element bulletml::read(const char *path) {
    const std::string text = read_text(path);
    /* Always Latin-1: only ASCII matters here, and comments may be in any encoding. */
    std::unique_ptr<XML_ParserStruct, void (*)(XML_Parser)> parser(XML_ParserCreate("ISO-8859-1"), XML_ParserFree);
    if (!parser)
        throw std::bad_alloc();
    builder to = {parser.get(), {bulletml::element()}, ""};
    XML_SetUserData(parser.get(), &to);
    XML_SetElementHandler(parser.get(), on_start, on_end);
    XML_SetCharacterDataHandler(parser.get(), on_text);
    if (XML_Parse(parser.get(), text.data(), static_cast<int>(text.size()), XML_TRUE) != XML_STATUS_OK) {
        if (!to.why.empty())
            throw std::runtime_error(to.why);
        throw std::runtime_error("not XML: " + std::string(XML_ErrorString(XML_GetErrorCode(parser.get()))) +
                                 " in line " + std::to_string(XML_GetCurrentLineNumber(parser.get())));
    }
    return to.open.front().children.front();
}
