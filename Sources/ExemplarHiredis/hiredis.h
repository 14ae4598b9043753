// hiredis, and its TLS, which is looked up in a library of its own: not every system has it.

#ifndef EXEMPLAR_HIREDIS_H
#define EXEMPLAR_HIREDIS_H

#include <dlfcn.h>
#include <hiredis/hiredis.h>

/// Begins TLS on a connection. Returns why that is impossible, or NULL.
///
/// - Parameter authority: The path of a file with certificates to trust; NULL for those of the system.
static inline const char *exemplar_begin_tls(
    redisContext *connection, const char *authority, const char *host) {
#if defined(__APPLE__)
  void *library = dlopen("libhiredis_ssl.dylib", RTLD_NOW);
#else
  void *library = dlopen("libhiredis_ssl.so", RTLD_NOW);
#endif
  if (library == NULL) {
    return "libhiredis_ssl cannot be loaded. Install hiredis 1.0 or later with its TLS, or connect through a tunnel, such as"
           " stunnel";
  }
  int (*prepare)(void);
  void *(*create)(
      const char *, const char *, const char *, const char *, const char *, int *);
  int (*begin)(redisContext *, void *);
  *(void **)&prepare = dlsym(library, "redisInitOpenSSL");
  *(void **)&create = dlsym(library, "redisCreateSSLContext");
  *(void **)&begin = dlsym(library, "redisInitiateSSLWithContext");
  if (!prepare || !create || !begin) return "libhiredis_ssl is of an unknown version. Update hiredis";
  prepare();
  int error = 0;
  // It lives as long as the process: a connection that is made again needs it too.
  static void *settings = NULL;
  if (settings == NULL) settings = create(authority, NULL, NULL, NULL, host, &error);
  if (settings == NULL) return "the certificates of the authority cannot be read";
  return begin(connection, settings) == REDIS_OK ? NULL : connection->errstr;
}

#endif
