#!/usr/bin/env python3
import os
import sys

try:
    import uvloop
except ImportError:
    uvloop = None

if sys.platform == "win32":
    def pause(seconds):
        os.system(f"timeout {seconds}")
else:
    # Everybody else has sleep.
    def pause(seconds):
        os.system(f"sleep {seconds}")


def every(
    seconds: float,
    *,
    times: int | None = None,
    name: str = "job",
):
    def wrap(work):
        async def again(*args):
            return await work(*args)
        return again
    return wrap


def broken(jobs):
    return [job for job in jobs if


class Schedule:
    def add(self, job): self.jobs.append(job)
    @every(5,
           name="run")
    def run(self): pass


main = lambda: Schedule().run()
