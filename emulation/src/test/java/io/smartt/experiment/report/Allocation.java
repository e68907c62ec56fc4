package io.smartt.experiment.report;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** What the current thread allocates. */
public final class Allocation {

  /** Heap bytes that the work takes the second time that it is done. */
  public static long bytesOf(Runnable work) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long bytes = 0;
    // The first time loads classes and links call sites.
    for (int time = 0; time < 2; time++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      work.run();
      bytes = threads.getCurrentThreadAllocatedBytes() - before;
    }
    return bytes;
  }

  private Allocation() {}
}
