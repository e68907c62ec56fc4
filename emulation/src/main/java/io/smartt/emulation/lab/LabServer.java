package io.smartt.emulation.lab;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smartt.base.concurrent.Closing;
import io.smartt.base.concurrent.LocalSocket;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.FileErrors;
import io.smartt.base.input.SecretFile;
import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Link;
import io.smartt.base.topology.Topology;
import io.smartt.controller.p4runtime.P4RuntimeException;
import io.smartt.emulation.lab.Lab.LabConnection;
import io.smartt.emulation.lab.Lab.LabFacts.LabNode;
import io.smartt.emulation.lab.Lab.LabText;
import io.smartt.emulation.shell.Shell;
import io.smartt.experiment.ExperimentFile;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.HostSchemes;
import io.smartt.experiment.report.RunFolder;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunResult;
import io.smartt.experiment.report.RunSummary.RunOutcome;
import io.smartt.experiment.run.LiveNetwork;
import io.smartt.experiment.settings.InputSources;
import io.smartt.workload.Workload;

/**
 * The process of a lab: holds the network and does what clients ask for over a socket that the
 * lab's user alone can reach.
 */
public final class LabServer implements AutoCloseable {
  private static final double MBPS = 1e6;

  private final Lab lab;
  private final LiveNetwork network;
  private final ExperimentSpec spec;
  private final String page;
  private final Instant begun;
  private final LocalSocket socket;
  private final UnaryOperator<RunMonitor> watched;
  private final LabText text;
  private final CountDownLatch ended = new CountDownLatch(1);

  /** One client at a time works with the network. */
  private final Semaphore turn = new Semaphore(1, true);

  /**
   * Serves; says in the lab's folder that it is up.
   *
   * @param page address of the live page; empty without one
   * @param watched the monitor of that page, in front of another
   */
  public LabServer(
      Lab lab,
      LiveNetwork network,
      ExperimentSpec spec,
      String page,
      UnaryOperator<RunMonitor> watched,
      LabText text,
      Instant begun) {
    this.lab = lab;
    this.network = network;
    this.spec = spec;
    this.page = page;
    this.begun = begun;
    this.watched = watched;
    this.text = text;
    try {
      socket = LocalSocket.open("smartt-lab", "lab");
      try {
        if (network.p4Runtime().isPresent()) {
          SecretFile.write(lab.token(), network.p4Runtime().get().token().text() + "\n");
        }
      } catch (IOException e) {
        throw Closing.after(e, socket);
      }
    } catch (IOException e) {
      throw new RunFailedException("cannot open the socket of a lab: " + FileErrors.reason(e), e);
    }
    Thread.ofPlatform().daemon().name("lab-clients").start(this::accept);
    lab.write(facts());
  }

  private void accept() {
    socket.acceptAll(channel ->
        Thread.ofPlatform()
            .daemon()
            .name("lab-session")
            .start(() -> {
              try (LabConnection client = new LabConnection(channel)) {
                new LabSession(client).serve();
              } catch (IOException e) {
                // The client is gone.
              }
            }));
  }

  private Lab.LabFacts facts() {
    Topology topology = network.topology();
    List<LabNode> nodes = new ArrayList<>();
    topology
        .hosts()
        .forEach(host ->
            nodes.add(new LabNode(host.name(), "host", host.ipv4Text(), network.place(host))));
    topology
        .switches()
        .forEach(sw ->
            nodes.add(new LabNode(sw.name(), "switch", "device " + sw.id(), network.place(sw))));
    return new Lab.LabFacts(
        lab.name(),
        spec.profile(),
        network.fabric(),
        spec.topology().name(),
        ProcessHandle.current().pid(),
        begun.toString(),
        socket.path().toString(),
        page,
        network.p4Runtime().map(there -> "127.0.0.1:" + there.port()).orElse(""),
        nodes,
        topology.links().stream().map(link -> line(topology, link)).toList());
  }

  private static String line(Topology topology, Link link) {
    return String.format(
        Locale.ROOT,
        "%s:%d %s:%d %.6g Mbit/s %s",
        link.a().node().name(),
        link.a().number(),
        link.b().node().name(),
        link.b().number(),
        link.rateBps() / MBPS,
        topology.isUp(link) ? "up" : "down");
  }

  /** Takes the lab down. Safe from any thread. */
  public void end() {
    ended.countDown();
  }

  /** Waits until somebody takes the lab down. */
  public void await() throws InterruptedException {
    ended.await();
  }

  RunMonitor watched(RunMonitor other) {
    return watched.apply(other);
  }

  /** Waits for the network; says so if another has it. */
  void acquire(Runnable waiting) {
    if (!turn.tryAcquire()) {
      waiting.run();
      turn.acquireUninterruptibly();
    }
  }

  void release() {
    turn.release();
  }

  private String factsNow() {
    return FileErrors.get(
        () -> new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(facts()));
  }

  /** Runs a workload on the network as it stands and leaves a run folder. Returns the outcome. */
  private String run(String workload, Path out, boolean force, LabShellOutput output) {
    Workload traffic = network.workload(workload);
    if (!force) {
      RunFolder.requireNoResult(out);
    }
    ExperimentSpec experiment = spec.withWorkload(InputSources.workload(workload));
    RunFolder folder =
        RunFolder.begin(
            out,
            HostSchemes.of(experiment, network.topology()).identity(experiment, traffic),
            file -> ExperimentFile.write(experiment, file));
    // A capture of the lab's may fill the same disk.
    folder.keepRoom();
    try {
      RunResult result = output.during(monitor -> network.run(traffic, monitor));
      return text.outcome(new RunOutcome(folder.end(result, true), folder.path()));
    } catch (RuntimeException e) {
      var _ = folder.abandon(RunResult.RunStatus.FAILED, String.valueOf(e.getMessage()));
      throw e;
    }
  }

  /** Stops taking requests, and waits for the one that is being done: it stops soon. */
  @Override
  public void close() {
    end();
    acquire(() -> {});
    RunFailedException.saying("cannot remove " + socket.path()).run(socket::close);
  }

  /** The session of one client of a lab, which asks for one thing after the other. */
  private final class LabSession {
    /** More than a client that waits for its answers ever has. */
    private static final int MOST_WAITING = 16;

    private final LabConnection client;
    private final BlockingQueue<Optional<JsonNode>> incoming = new LinkedBlockingQueue<>();
    private volatile boolean interrupted;

    LabSession(LabConnection client) {
      this.client = client;
    }

    private boolean stopping() {
      return ended.getCount() == 0;
    }

    /** Serves until the client leaves. */
    void serve() {
      Thread.ofVirtual().name("lab-client").start(this::read);
      LabShellOutput output =
          new LabShellOutput(
              client, text, LabServer.this, incoming, () -> interrupted || stopping());
      Shell shell = new Shell(network, output);
      try {
        for (Optional<JsonNode> next = incoming.take(); next.isPresent(); next = incoming.take()) {
          answer(next.get(), shell, output);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (IOException e) {
        // The client is gone, and what it asked for has been stopped.
      }
    }

    private void read() {
      try {
        for (Optional<JsonNode> next = client.receive(); ; next = client.receive()) {
          if (next.isPresent() && isInterrupt(next.get())) {
            continue;
          }
          if (next.isPresent() && incoming.size() >= MOST_WAITING) {
            refuseMore();
            next = Optional.empty();
          }
          incoming.add(next);
          if (next.isEmpty()) {
            break;
          }
        }
      } catch (IOException e) {
        incoming.add(Optional.empty());
      }
      interrupted = true;
    }

    private void refuseMore() throws IOException {
      client.send(
          Map.of(
              "end",
              "wrong",
              "message",
              MOST_WAITING
                  + " requests of this session wait already, so it ends; wait for answers"));
    }

    /**
     * Takes note of a message in the order in which it came: an interrupt is for the request before
     * it, even if nobody has begun with that yet.
     */
    private boolean isInterrupt(JsonNode message) {
      boolean interrupt = message.path("interrupt").asBoolean();
      if (interrupt) {
        interrupted = true;
      } else if (!message.has("status")) {
        interrupted = false;
      }
      return interrupt;
    }

    private void answer(JsonNode request, Shell shell, LabShellOutput output) throws IOException {
      String end = "done";
      String message = "";
      try {
        if (request.path("down").asBoolean()) {
          LabServer.this.end();
        } else if (request.has("inspect")) {
          message = factsNow();
        } else {
          acquire(() -> output.progress("waits for another client of the lab"));
          try {
            if (stopping()) {
              throw new RunFailedException("the lab goes down");
            }
            if (request.has("run")) {
              message =
                  run(
                      request.path("run").asText(),
                      Path.of(request.path("out").asText()),
                      request.path("force").asBoolean(),
                      output);
            } else if (!shell.execute(request.path("shell").asText())) {
              end = "quit";
            }
          } finally {
            release();
          }
        }
      } catch (UserInputException e) {
        end = "wrong";
        message = String.valueOf(e.getMessage());
      } catch (RunFailedException | P4RuntimeException e) {
        end = "failed";
        message = String.valueOf(e.getMessage());
      } catch (RuntimeException e) {
        end = "failed";
        message = "a fault of the lab: " + e;
      }
      client.send(Map.of("end", end, "message", message));
    }
  }
}
