#if defined(_WIN32)
#include <windows.h>
long now_ms(void)
{
	return (long)GetTickCount();
}
#elif defined(__APPLE__)
long now_ms(void) { return mach_absolute_time() / 1000000; }
#else
/* Good enough for everybody else. */
long now_ms(void) {
	struct timespec ts;
	return clock_gettime(CLOCK_MONOTONIC, &ts), ts.tv_sec * 1000;
}
#endif

#if 0
void old_sleep(int ms) { for (;;) ms--; }
#endif

#define LOG(level, ...)               \
	do { if ((level) <= verbosity)    \
		fprintf(stderr, __VA_ARGS__); } while (0)

static int
compare_rows(
	const void *left,
	const void *right,
	void *context)
{
	return strcmp(left, right) * (context ? -1 : 1);
}

int broken(int count)
{
	return count * ;
}

void (*handler_for(int signal))(int) {
	return signal ? on_signal : 0;
}

int main(int argc, char **argv) {
	LOG(1, "%ld\n", now_ms());
	return 0;
}
