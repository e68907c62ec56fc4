package io.smartt.tests.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * What this process holds at one moment.
 *
 * @param heapBytes that are reachable
 * @param descriptors open files and sockets
 * @param threads platform threads
 */
record Footprint(long heapBytes, long descriptors, int threads) {
  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

  /** Growth that is none: caches fill, and pools of threads and sockets are in use or not. */
  private static final Footprint SLACK = new Footprint(4 << 20, 8, 4);

  static Footprint now() {
    // What weak references and cleaners hold is free after a second collection.
    System.gc();
    System.gc();
    return new Footprint(
        ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
        open(),
        ManagementFactory.getThreadMXBean().getThreadCount());
  }

  private static long open() {
    try (Stream<Path> all = Files.list(DESCRIPTORS)) {
      return all.count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Fails where more is held than at an earlier moment. */
  void isNoMoreThan(Footprint before) {
    assertThat(heapBytes)
        .as("heap, from %s to %s", before, this)
        .isLessThanOrEqualTo(before.heapBytes + SLACK.heapBytes);
    assertThat(descriptors)
        .as("descriptors, from %s to %s", before, this)
        .isLessThanOrEqualTo(before.descriptors + SLACK.descriptors);
    assertThat(threads)
        .as("threads, from %s to %s", before, this)
        .isLessThanOrEqualTo(before.threads + SLACK.threads);
  }
}
