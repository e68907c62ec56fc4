package io.smartt.emulation.lab;

import module java.base;

import io.smartt.base.concurrent.LocalSocket;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.FileErrors;
import io.smartt.base.topology.Link;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.certificates.SecretFile;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.run.LiveNetwork;

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
  private final CountDownLatch ended = new CountDownLatch(1);
  private final LabOwner owner;

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
    owner = new LabOwner(network, spec, this::facts, watched, ended::countDown);
    try {
      socket = LocalSocket.open("smartt-lab", "lab");
      try {
        if (network.p4Runtime().isPresent()) {
          SecretFile.write(lab.token(), network.p4Runtime().get().token().text() + "\n");
        }
      } catch (IOException e) {
        socket.close();
        throw e;
      }
    } catch (IOException e) {
      throw new RunFailedException("cannot open the socket of a lab: " + FileErrors.reason(e), e);
    }
    Thread.ofPlatform().daemon().name("lab-clients").start(() -> accept(text));
    lab.write(facts());
  }

  private void accept(LabText text) {
    socket.acceptAll(channel ->
        Thread.ofPlatform()
            .daemon()
            .name("lab-session")
            .start(() -> {
              try (LabConnection client = new LabConnection(channel)) {
                new LabSession(client, owner, text, () -> ended.getCount() == 0).serve();
              } catch (IOException e) {
                // The client is gone.
              }
            }));
  }

  private LabFacts facts() {
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
    return new LabFacts(
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

  /** Stops taking requests, and waits for the one that is being done: it stops soon. */
  @Override
  public void close() {
    end();
    owner.acquire(() -> {});
    try {
      socket.close();
    } catch (IOException e) {
      throw new RunFailedException(
          "cannot remove " + socket.path() + ": " + FileErrors.reason(e), e);
    }
  }
}
