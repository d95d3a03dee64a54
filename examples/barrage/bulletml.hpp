/* bulletml.hpp - checks what libbulletml trusts. Its own XML parser reads past the end of broken files and loops
 * forever on empty ones. Its runner follows null pointers if an element, a formula or a label is missing. So expat
 * reads every file, this code checks it against the language, and only then libbulletml gets a tree. */
#ifndef BARRAGE_BULLETML_HPP
#define BARRAGE_BULLETML_HPP

#include <map>
#include <string>
#include <vector>

namespace bulletml {

struct element {
    std::string name;
    std::map<std::string, std::string> attributes;
    std::string text; /* without the white space around it */
    std::vector<element> children;
};

/* The file's root element. Throws std::runtime_error with a reason. (bulletml_read.cpp) */
element read(const char *path);

/* Throws std::runtime_error with a reason if `root` is not BulletML, or cannot run. (bulletml_check.cpp) */
void check(const element &root);

/* Whether libbulletml's formula parser, which prints its errors, takes the text. (bulletml_formula.cpp) */
bool formula(const std::string &text);

} // namespace bulletml

#endif
