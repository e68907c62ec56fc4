package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.input.SecretFile;
import io.smartt.needs.Namespaces;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Network namespaces that stand for machines, with a worker on each, and one more for the
 * controller, on a bridge in a namespace of its own.
 */
final class NamespaceMachines implements AutoCloseable {
  private static final String TOKEN = "0123456789abcdef0123456789abcdef";
  private static final int PORT = 9570;

  private final String prefix = "machine-" + ProcessHandle.current().pid() + "-";
  private final int count;
  private final int mtuBytes;
  private final Path folder;
  private final List<Process> workers = new ArrayList<>();

  /**
   * @param mtuBytes of the network between them
   */
  NamespaceMachines(Path folder, int count, int mtuBytes) {
    Namespaces.require("nsenter", "ping");
    this.folder = folder;
    this.count = count;
    this.mtuBytes = mtuBytes;
    try {
      SecretFile.write(folder.resolve("token"), TOKEN);
      List<String> certs = new ArrayList<>(List.of("certs", folder.resolve("certs").toString()));
      certs.addAll(List.of("--controller", "controller"));
      IntStream.range(0, count)
          .forEach(i -> certs.addAll(List.of("--name", "m" + i + "," + address(i))));
      assertThat(SmarttRun.command(certs.toArray(String[]::new)).status()).isZero();
      connect();
      for (int i = 0; i < count; i++) {
        workers.add(startWorker(i));
      }
      workers.forEach(NamespaceMachines::awaitWorker);
    } catch (IOException e) {
      close();
      throw new UncheckedIOException(e);
    } catch (RuntimeException | AssertionError e) {
      close();
      throw e;
    }
  }

  private void connect() {
    ip("netns", "add", prefix + "net");
    ip("-n", prefix + "net", "link", "add", "br0", "type", "bridge");
    ip("-n", prefix + "net", "link", "set", "br0", "mtu", "" + mtuBytes, "up");
    for (int i = 0; i <= count; i++) {
      String machine = prefix + i;
      ip("netns", "add", machine);
      List<String> link = List.of("link", "add", "e0", "mtu", "" + mtuBytes, "netns", machine);
      ip(
          Stream.concat(
                  link.stream(),
                  Stream.of("type", "veth", "peer", "name", "p" + i, "netns", prefix + "net"))
              .toArray(String[]::new));
      ip("-n", prefix + "net", "link", "set", "p" + i, "mtu", "" + mtuBytes, "master", "br0", "up");
      ip("-n", machine, "addr", "add", address(i) + "/24", "dev", "e0");
      ip("-n", machine, "link", "set", "e0", "up");
      ip("-n", machine, "link", "set", "lo", "up");
    }
  }

  private static void ip(String... arguments) {
    assertThat(Netns.ip(arguments)).extracting(Netns.Ended::status).isEqualTo(0);
  }

  /** The last is the controller's. */
  static String address(int machine) {
    return "10.99.0." + (machine + 1);
  }

  static String worker(int machine) {
    return address(machine) + ":" + PORT;
  }

  private Process startWorker(int machine) {
    return start(
        machine,
        "worker",
        "--listen",
        worker(machine),
        "--tls-cert",
        pem("m" + machine),
        "--tls-key",
        pem("m" + machine + "-key"),
        "--tls-ca",
        pem("ca"),
        "--token-file",
        folder.resolve("token").toString());
  }

  private String pem(String name) {
    return folder.resolve("certs").resolve(name + ".pem").toString();
  }

  /** Starts a {@code smartt} command on a machine; its messages are on its output. */
  private Process start(int machine, String... arguments) {
    List<String> command =
        new ArrayList<>(List.of("nsenter", "--net=/run/netns/" + prefix + machine));
    command.addAll(OwnJvm.optimisedCommand());
    command.addAll(List.of(arguments));
    try {
      return new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void awaitWorker(Process worker) {
    // Not closed, so that the worker can write on.
    BufferedReader lines = worker.inputReader(StandardCharsets.UTF_8);
    try {
      assertThat(lines.readLine()).startsWith("Worker listening on ");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts a run over all workers. */
  Process run(Path out, String... arguments) {
    List<String> all =
        new ArrayList<>(List.of("run", "--profile", "netns", "--out", out.toString()));
    String workersText =
        IntStream.range(0, count)
            .mapToObj(NamespaceMachines::worker)
            .collect(Collectors.joining(","));
    for (String setting :
        List.of(
            "netns.workers=" + workersText,
            "tls.ca=" + pem("ca"),
            "tls.certificate=" + pem("controller"),
            "tls.key=" + pem("controller-key"),
            "tls.token-file=" + folder.resolve("token"))) {
      all.addAll(List.of("--set", setting));
    }
    all.addAll(List.of(arguments));
    return start(count, all.toArray(String[]::new));
  }

  /** Kills a worker as the kernel does that is out of memory. */
  void kill(int machine) {
    workers.get(machine).destroyForcibly();
  }

  /** Sends a worker a signal, as {@code STOP} or {@code CONT}. */
  void signal(int machine, String name) {
    String pid = "" + workers.get(machine).pid();
    try {
      assertThat(Netns.wait(new ProcessBuilder("kill", "-" + name, pid).start()).status()).isZero();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Takes the cable of a machine {@code down} or {@code up}, at the other end. */
  void cable(int machine, String state) {
    ip("-n", prefix + "net", "link", "set", "p" + machine, state);
  }

  /** Starts a worker again that was killed. */
  void startAgain(int machine) {
    workers.set(machine, startWorker(machine));
    awaitWorker(workers.get(machine));
  }

  /** What a worker left, by its namespaces. */
  List<String> leftBy(int machine) {
    return Netns.leftBy(workers.get(machine).pid());
  }

  /** Waits for a process whose output somebody else has read. */
  static int await(Process process) {
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    for (int i = 0; i < workers.size(); i++) {
      if (workers.get(i).isAlive()) {
        // One that a test stopped would not hear of its end.
        signal(i, "CONT");
      }
      workers.get(i).destroy();
    }
    for (Process worker : workers) {
      await(worker);
    }
    Netns.ip("netns", "del", prefix + "net");
    IntStream.rangeClosed(0, count).forEach(i -> Netns.ip("netns", "del", prefix + i));
  }
}
