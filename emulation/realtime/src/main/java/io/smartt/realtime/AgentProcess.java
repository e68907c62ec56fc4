package io.smartt.realtime;

import module java.base;

import io.grpc.netty.NettyChannelBuilder;
import io.smartt.base.concurrent.OwnProgram;
import io.smartt.base.concurrent.StopWait;
import io.smartt.base.failure.RunFailedException;
import io.smartt.host.agent.daemon.BearerToken;

/**
 * An agent that runs as a process of this machine, on an interface of a network namespace. It ends
 * with this process, however that ends, since it watches the pipe between the two.
 */
public final class AgentProcess implements AutoCloseable {
  private static final String READY = "Agent listening on ";

  /** The time that an agent may take to start. */
  public static final Duration START = Duration.ofSeconds(60);

  private static final Duration STOP = Duration.ofSeconds(5);

  private final String host;
  private final Process process;
  private final Path log;
  private final BearerToken token;

  /**
   * @param log what it says on standard error
   */
  AgentProcess(String host, Process process, Path log, BearerToken token) {
    this.host = host;
    this.process = process;
    this.log = log;
    this.token = token;
  }

  /**
   * Starts an agent; {@link #connect} waits for it.
   *
   * @param host name of the host
   * @param namespace of iproute2
   * @param logs folder for what it says, made if it is not there
   */
  public static AgentProcess start(String host, String namespace, String interfaceName, Path logs) {
    // Quick to start and small, since there is one a host; the wire's rate is what limits it.
    List<String> jvmOptions = new ArrayList<>(OwnProgram.AS_SERVER);
    jvmOptions.addAll(OwnProgram.asThisOne());
    jvmOptions.addAll(
        List.of("-Dio.netty.leakDetection.level=disabled", "-Xmx256m", "-XX:TieredStopAtLevel=1"));
    String agent =
        "agent --interface %s --netns %s --listen 127.0.0.1:0 --no-ring --while-input-open"
            .formatted(interfaceName, namespace);
    List<String> command = OwnProgram.command(jvmOptions, List.of(agent.split(" ", -1)));
    Path log = logs.resolve(host + ".log");
    return RunFailedException.saying("the agent of " + host + " did not start")
        .get(() -> {
          Files.createDirectories(logs);
          ProcessBuilder process =
              new ProcessBuilder(OwnProgram.deafToCtrlC(command)).redirectError(log.toFile());
          // Others of this machine reach its port, and could send frames as root. Unlike
          // arguments, the environment of a process is for its user alone.
          BearerToken token = BearerToken.fresh(new SecureRandom());
          process.environment().put(BearerToken.VARIABLE, token.text());
          return new AgentProcess(host, process.start(), log, token);
        });
  }

  /**
   * Waits until it listens.
   *
   * @throws RunFailedException with what it said, if it ended instead or does not come up
   */
  public RemoteAgent connect(Duration limit) {
    AtomicBoolean late = new AtomicBoolean();
    CompletableFuture<Void> end =
        CompletableFuture.runAsync(
            () -> {
              late.set(true);
              process.destroyForcibly();
            },
            CompletableFuture.delayedExecutor(limit.toMillis(), TimeUnit.MILLISECONDS));
    try {
      // Not closed: the agent says no more, and ends if it cannot.
      BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith(READY)) {
          int port = Integer.parseInt(line.substring(line.lastIndexOf(':') + 1));
          return new RemoteAgent(
              host,
              NettyChannelBuilder.forAddress(
                      new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
                  .usePlaintext()
                  .build(),
              Optional.of(token));
        }
      }
      var _ = StopWait.await(name(), process::waitFor, STOP);
      throw new RunFailedException(
          "%s %s: %s"
              .formatted(
                  name(),
                  late.get() ? "does not come up in " + limit.toSeconds() + " s" : "ended at once",
                  Files.readString(log).strip()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      end.cancel(false);
    }
  }

  /** Returns how the process ended, if it did. */
  public Optional<String> ended() {
    Optional<String> stopped = stopped(process.pid());
    if (stopped.isPresent()) {
      return stopped;
    }
    try {
      // Its sockets close a moment before it is gone.
      return process.waitFor(1, TimeUnit.SECONDS)
          ? Optional.of("its process " + OwnProgram.ended(process.exitValue()))
          : Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    try {
      process.getOutputStream().close();
      if (!StopWait.await(name(), process::waitFor, STOP)) {
        process.destroyForcibly();
      }
      if (Files.exists(log) && Files.size(log) == 0) {
        Files.delete(log);
      }
    } catch (IOException e) {
      process.destroyForcibly();
    }
  }

  private String name() {
    return "the agent of " + host;
  }

  /** Returns that a signal has stopped a process of this machine; empty if none has. */
  public static Optional<String> stopped(long pid) {
    try {
      // The name, in parentheses, may have some itself.
      String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
      return stat.substring(stat.lastIndexOf(')')).startsWith(") T")
          ? Optional.of("its process is stopped (SIGSTOP)")
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
