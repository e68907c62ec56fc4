package io.smartt.tests.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunResult.RunStatus;
import io.smartt.experiment.run.LiveNetwork;
import io.smartt.experiment.settings.ProfileLibrary;
import io.smartt.study.launch.Fabrics;
import io.smartt.study.launch.LocalRunner;
import io.smartt.view.live.LiveServer;
import io.smartt.view.live.LiveServer.JourneySource;
import io.smartt.view.live.LiveServer.LiveToken;
import io.smartt.workload.Workload;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Work that is repeated for {@code smartt.soak} seconds, a few of them in a build, uses no more
 * memory, descriptors and threads at the end than when a third of it was done. Alone, since the
 * process is measured.
 */
@Isolated
@Timeout(900)
class SoakTest {
  private static final long SECONDS = Long.getLong("smartt.soak", 4);
  private static final int LAB_RUNS = 100;
  private static final int WATCHERS = 200;
  private static final int LEAST_ROUNDS = 6;
  private static final String NETWORK = "leafspine,2,1,2";
  private static final String WORKLOAD = "incast:3x16KiB";

  @TempDir private Path folder;

  /** Does something once more. */
  private interface Work {
    void once(int number) throws IOException;
  }

  /** Repeats work for the time, and so often at least. */
  private static int soak(int least, Work work) throws IOException {
    long beginNs = System.nanoTime();
    int done = 0;
    Optional<Footprint> early = Optional.empty();
    while (done < least || System.nanoTime() - beginNs < SECONDS * 1_000_000_000) {
      if (early.isEmpty()
          && done >= least / 3
          && System.nanoTime() - beginNs > SECONDS * 300_000_000) {
        early = Optional.of(Footprint.now());
      }
      work.once(done++);
    }
    Footprint late = Footprint.now();
    System.out.printf("%d s: %d times, from %s to %s%n", SECONDS, done, early.orElse(late), late);
    late.isNoMoreThan(early.orElseThrow());
    return done;
  }

  private static ExperimentSpec spec(Map<String, String> settings) {
    return new ExperimentLoader(new ProfileLibrary(Fabrics.builtIn().settings()))
        .load("virtual", settings, List.of(), false);
  }

  @Test
  void aLabOfManyRuns() throws IOException {
    try (LiveNetwork network =
        Fabrics.builtIn()
            .open(spec(Map.of("topology", NETWORK)), Clock.systemUTC(), RunMonitor.NONE)) {
      Workload workload = network.workload(WORKLOAD);
      int runs =
          soak(
              LAB_RUNS,
              _ ->
                  assertThat(network.run(workload, RunMonitor.NONE).status())
                      .isEqualTo(RunStatus.COMPLETED));

      assertThat(runs).isGreaterThanOrEqualTo(LAB_RUNS);
    }
  }

  /**
   * Watchers come, a run goes on, and they go. A third of them reads nothing while it does; those
   * for whom there is no room get an answer that says so.
   */
  @Test
  void aLivePageOfManyWatchers() throws IOException {
    LiveToken token = LiveToken.random(new SecureRandom());
    LocalRunner runner = new LocalRunner(Clock.systemUTC(), 1, Fabrics.builtIn());
    ExperimentSpec spec = spec(Map.of("topology", NETWORK, "workload", WORKLOAD));
    AtomicLong bytes = new AtomicLong();
    try (ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor();
        LiveServer server = LiveServer.start(0, token, "soaked", JourneySource.NONE)) {
      RunMonitor monitor = server.watching(RunMonitor.NONE);
      int runs =
          soak(
              LEAST_ROUNDS,
              number -> {
                CountDownLatch ended = new CountDownLatch(1);
                List<Socket> watchers = new ArrayList<>();
                List<CompletableFuture<Long>> read = new ArrayList<>();
                for (int i = 0; i < WATCHERS; i++) {
                  Socket watcher = watcher(server.port(), token);
                  watchers.add(watcher);
                  boolean reads = i % 3 > 0;
                  read.add(
                      CompletableFuture.supplyAsync(
                          () -> bytes(watcher, reads ? new CountDownLatch(0) : ended), readers));
                }
                run(runner, spec, folder.resolve("run" + number), monitor);
                ended.countDown();
                for (Socket watcher : watchers) {
                  watcher.shutdownOutput();
                }
                // The server's end of each is closed when its reader is done.
                read.forEach(each -> bytes.addAndGet(each.join()));
                for (Socket watcher : watchers) {
                  watcher.close();
                }
              });

      assertThat(bytes.get()).isGreaterThan(1000L * WATCHERS * runs);
    }
  }

  private static Socket watcher(int port, LiveToken token) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    String request =
        "GET /api/events HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer %s\r\n\r\n"
            .formatted(token.text());
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  /** Reads to the end, once it may. */
  private static long bytes(Socket socket, CountDownLatch may) {
    try {
      may.await();
      return socket.getInputStream().transferTo(OutputStream.nullOutputStream());
    } catch (SocketException e) {
      // The server gave a slow one up.
      return 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void run(LocalRunner runner, ExperimentSpec spec, Path folder, RunMonitor monitor)
      throws IOException {
    var _ = runner.run(spec, Optional.of(folder), monitor);
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  @Test
  void whatGrowsIsSeen() {
    Footprint before = Footprint.now();
    List<byte[]> kept = new ArrayList<>();
    kept.add(new byte[16 << 20]);

    assertThatThrownBy(() -> Footprint.now().isNoMoreThan(before)).hasMessageContaining("heap");
    assertThat(kept).hasSize(1);
    Footprint held = new Footprint(0, 10, 10);
    assertThatThrownBy(() -> new Footprint(0, 19, 10).isNoMoreThan(held))
        .hasMessageContaining("descriptors");
    assertThatThrownBy(() -> new Footprint(0, 10, 15).isNoMoreThan(held))
        .hasMessageContaining("threads");
    held.isNoMoreThan(before);
  }
}
