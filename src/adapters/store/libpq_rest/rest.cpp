// SPDX-License-Identifier: MIT
// What Debian's libpq.a asks of Kerberos and LDAP, for which there are no static libraries: every
// question is answered with "failed", so that libpq goes on without them, as on a machine that has
// no ticket. Signing in with a certificate, a password file or a service file needs neither.
// Linked into static programs only (docs/decisions/0026).

extern "C" {

using Status = unsigned int;
constexpr Status failed = 13U << 16U;  // GSS_S_FAILURE

extern void* const GSS_C_NT_HOSTBASED_SERVICE;
void* const GSS_C_NT_HOSTBASED_SERVICE = nullptr;

Status gss_acquire_cred(...) { return failed; }
Status gss_delete_sec_context(...) { return failed; }
Status gss_display_status(...) { return failed; }
Status gss_import_name(...) { return failed; }
Status gss_init_sec_context(...) { return failed; }
Status gss_release_buffer(...) { return failed; }
Status gss_release_cred(...) { return failed; }
Status gss_release_name(...) { return failed; }
Status gss_unwrap(...) { return failed; }
Status gss_wrap(...) { return failed; }
Status gss_wrap_size_limit(...) { return failed; }

int ldap_count_entries(...) { return 0; }
const char* ldap_err2string(...) { return "assay is built without LDAP"; }
void* ldap_first_entry(...) { return nullptr; }
void** ldap_get_values_len(...) { return nullptr; }
void* ldap_init(...) { return nullptr; }
int ldap_msgfree(...) { return -1; }
int ldap_result(...) { return -1; }
int ldap_search_st(...) { return -1; }
int ldap_set_option(...) { return -1; }
int ldap_simple_bind(...) { return -1; }
int ldap_unbind(...) { return -1; }
void ldap_value_free_len(...) {}

}  // extern "C"
