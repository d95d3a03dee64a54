/* bulletml.hpp - what libbulletml takes on trust. Its own XML parser reads past the end of broken files and loops for
 * ever on empty ones, and its runner follows null pointers where an element, a formula or a label is missing. So expat
 * reads every file, it is checked here against the language, and only then does libbulletml see a tree. */
#ifndef BARRAGE_BULLETML_HPP
#define BARRAGE_BULLETML_HPP

#include <map>
#include <string>
#include <vector>

namespace bulletml {

struct element {
    std::string name;
    std::map<std::string, std::string> attributes;
    std::string text; /* without the blanks around it */
    std::vector<element> children;
};

/* The file's root element. Throws std::runtime_error with a reason. (bulletml_read.cpp) */
element read(const char *path);

/* Throws std::runtime_error with a reason if `root` is no BulletML that can run. (bulletml_check.cpp) */
void check(const element &root);

/* Whether libbulletml's formula parser, which reports errors by printing, takes it. (bulletml_formula.cpp) */
bool formula(const std::string &text);

} // namespace bulletml

#endif
