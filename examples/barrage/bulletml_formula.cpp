/* bulletml_formula.cpp - the formulas of BulletML.
 *
 * sum: product {(+|-) product}; product: factor {(*|/) factor}; factor: [-] (number | $rank | $rand | $digit | (sum))
 */
#include "bulletml.hpp"

#include <cctype>
#include <cstring>

namespace {

struct parser {
    const char *at;
    int depth;

    void blanks() {
        while (std::isspace(static_cast<unsigned char>(*at)))
            at++;
    }
    bool take(const char *word) {
        const std::size_t length = std::strlen(word);
        if (std::strncmp(at, word, length) != 0)
            return false;
        at += length;
        return true;
    }
    std::size_t digits() {
        const std::size_t count = std::strspn(at, "0123456789");
        at += count;
        return count;
    }
    bool number() {
        const std::size_t whole = digits();
        return take(".") ? whole + digits() > 0 : whole > 0;
    }
    bool variable() {
        if (take("$rank") || take("$rand"))
            return true;
        if (!std::isdigit(static_cast<unsigned char>(at[1])))
            return false;
        at += 2;
        return true;
    }
    bool factor() {
        blanks();
        if (take("-"))
            blanks();
        bool fine = false;
        if (*at == '$') {
            fine = variable();
        } else if (take("(")) {
            fine = ++depth < 100 && sum() && take(")");
            depth--;
        } else {
            fine = number();
        }
        blanks();
        return fine;
    }
    bool product() {
        bool fine = factor();
        while (fine && (take("*") || take("/")))
            fine = factor();
        return fine;
    }
    bool sum() {
        bool fine = product();
        while (fine && (take("+") || take("-")))
            fine = product();
        return fine;
    }
};

} // namespace

bool bulletml::formula(const std::string &text) {
    parser p = {text.c_str(), 0};
    return p.sum() && *p.at == '\0' && p.at == text.c_str() + text.size();
}
