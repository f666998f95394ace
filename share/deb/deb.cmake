# The Debian package of `make deb`. Whoever builds it for others signs it as Debian's own tools do: DEBFULLNAME, DEBEMAIL.
set(deb_who "The assay authors")
if(DEFINED ENV{DEBFULLNAME})
  set(deb_who $ENV{DEBFULLNAME})
endif()
set(deb_mail assay@packages.invalid)
if(DEFINED ENV{DEBEMAIL})
  set(deb_mail $ENV{DEBEMAIL})
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "${deb_who} <${deb_mail}>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS git)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "finds out whether the work of coding agents is done")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "assay runs coding agents and verification commands and decides, from evidence
it produced itself, whether work is finished. A gate that passed without
running a test, an exit status hidden behind '|| true', a result served from
a cache: none of them becomes a PASS. Every decision is in an append-only,
hash-chained ledger and can be explained and replayed.")

# What Debian wants beside the program: changelogs, and why it is linked statically.
set(deb_made ${CMAKE_BINARY_DIR}/deb)
install(CODE "
  if(CMAKE_INSTALL_PREFIX STREQUAL /usr)
    set(made ${deb_made})
    file(MAKE_DIRECTORY \${made})
    string(TIMESTAMP now \"%a, %d %b %Y %H:%M:%S +0000\" UTC)
    file(WRITE \${made}/changelog.Debian \"assay (${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium

  * Release ${PROJECT_VERSION}; changelog.gz tells what is new.

 -- ${CPACK_PACKAGE_CONTACT}  \${now}
\")
    file(COPY_FILE ${CMAKE_SOURCE_DIR}/CHANGELOG.md \${made}/changelog)
    execute_process(COMMAND gzip -9nf \${made}/changelog.Debian \${made}/changelog COMMAND_ERROR_IS_FATAL ANY)
    file(INSTALL \${made}/changelog.Debian.gz \${made}/changelog.gz DESTINATION \${CMAKE_INSTALL_PREFIX}/share/doc/assay)
    file(WRITE \${made}/assay \"# One file that starts quickly and needs nothing installed.
assay: statically-linked-binary
assay: embedded-library
# Not made for the archive, so there is no report that asks for it.
assay: initial-upload-closes-no-bugs
\")
    file(INSTALL \${made}/assay DESTINATION \${CMAKE_INSTALL_PREFIX}/share/lintian/overrides)
  else()
    file(INSTALL ${CMAKE_SOURCE_DIR}/CHANGELOG.md DESTINATION \${CMAKE_INSTALL_PREFIX}/share/doc/assay)
  endif()")
include(CPack)
