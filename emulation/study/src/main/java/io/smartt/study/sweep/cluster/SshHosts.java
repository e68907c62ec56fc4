package io.smartt.study.sweep.cluster;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.study.sweep.Shard;
import org.jspecify.annotations.Nullable;

/**
 * Machines that are reached by ssh. Each takes a part of the runs when it has done the one before;
 * what a machine loses, another takes. They share no folder with this one.
 */
public final class SshHosts implements SweepExecutor {
  private static final int PARTS_A_HOST = 4;

  private final Path folder;
  private final List<String> hosts;
  private final SshWorker worker;
  private final Consumer<String> say;
  private final List<String> lost = new ArrayList<>();
  private volatile boolean cancelled;
  private @Nullable CountDownLatch under;

  /**
   * @param folder of the sweep
   * @param hosts as ssh takes them: {@code user@name}, or a name of its configuration
   * @param worker what is called there
   * @param say tells the user of a host that is lost
   */
  public SshHosts(Path folder, List<String> hosts, SshWorker worker, Consumer<String> say) {
    this.folder = folder;
    this.hosts = List.copyOf(hosts);
    this.worker = worker;
    this.say = say;
  }

  @Override
  public void start(List<String> runs) {
    List<String> living;
    synchronized (lost) {
      living = hosts.stream().filter(host -> !lost.contains(host)).toList();
    }
    if (living.isEmpty()) {
      throw new RunFailedException("no host is left: " + trouble());
    }
    int parts = Math.min(runs.size(), living.size() * PARTS_A_HOST);
    BlockingQueue<List<String>> waiting = new LinkedBlockingQueue<>();
    for (int part = 1; part <= parts; part++) {
      waiting.add(new Shard(part, parts).of(runs));
    }
    CountDownLatch latch = new CountDownLatch(living.size());
    under = latch;
    for (String host : living) {
      Thread.ofPlatform()
          .name("sweep on " + host)
          .daemon()
          .start(() -> {
            try {
              take(host, waiting);
            } finally {
              latch.countDown();
            }
          });
    }
  }

  private void take(String host, BlockingQueue<List<String>> waiting) {
    for (List<String> part = waiting.poll(); part != null && !cancelled; part = waiting.poll()) {
      try {
        worker.run(host, folder, part);
      } catch (IOException e) {
        if (cancelled) {
          return;
        }
        waiting.add(part);
        synchronized (lost) {
          lost.add(host);
        }
        say.accept(host + " is left out: " + e.getMessage());
        return;
      }
    }
  }

  @Override
  public boolean await(Duration time) throws InterruptedException {
    CountDownLatch latch = under;
    return latch == null || latch.await(time.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public void cancel() {
    cancelled = true;
    worker.stop();
  }

  @Override
  public String trouble() {
    synchronized (lost) {
      return "hosts left out: "
          + (lost.isEmpty() ? "none" : String.join(", ", lost))
          + "; logs are "
          + SshWorker.logs(folder);
    }
  }
}
