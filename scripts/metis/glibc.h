/* Ask for the first version of these functions, so that the library also loads where glibc is older than here. */
#if defined(__x86_64__) && defined(__linux__)
__asm__(".symver log, log@GLIBC_2.2.5");
__asm__(".symver pow, pow@GLIBC_2.2.5");
#endif
