package io.smartt.emulation.standin.box;

import io.netty.channel.EventLoop;
import io.smartt.emulation.failure.RunFailedException;
import io.smartt.emulation.input.UserInputException;
import io.smartt.emulation.standin.stratum.PipelineListener;
import io.smartt.emulation.standin.stratum.StratumServer;
import io.smartt.host.packetio.NetworkNamespace;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;

/** A stand-in for a Tofino with Stratum. */
public final class StratumBox implements StandInBox {
  private final StratumServer server;
  private final Optional<TofinoPanel> panel;

  private StratumBox(StratumRequest request, Optional<TofinoPanel> panel, Consumer<String> said)
      throws IOException {
    this.panel = panel;
    SavedPipeline saved = new SavedPipeline(request.saved());
    PipelineListener listener =
        panel.<PipelineListener>map(front -> front).orElse(PipelineListener.NONE);
    server =
        StratumServer.start(
            request.listen(),
            request.credentials(),
            new StratumServer.Contents(
                request.chassis().nodeId(),
                saved.read(),
                saved::write,
                listener,
                request.faults(),
                request.speed()),
            line -> said.accept(request.name() + ": " + line));
  }

  /**
   * Starts one that only keeps its entries.
   *
   * @param said takes a line for each fault
   * @throws RunFailedException naming what the system refuses
   */
  public static StratumBox start(StratumRequest request, Consumer<String> said) {
    return start(request, Optional.empty(), said);
  }

  /**
   * Starts one whose front ports carry traffic.
   *
   * @param namespace that the ports' interfaces are in; empty: this process's
   * @param loop of the ports
   */
  public static StratumBox start(
      StratumRequest request,
      Consumer<String> said,
      Optional<NetworkNamespace> namespace,
      EventLoop loop) {
    return start(
        request,
        Optional.of(
            TofinoPanel.open(
                request.name(), request.chassis(), request.ports(), namespace, loop, said)),
        said);
  }

  private static StratumBox start(
      StratumRequest request, Optional<TofinoPanel> panel, Consumer<String> said) {
    if (request.chassis().isTofino2()) {
      panel.ifPresent(TofinoPanel::close);
      throw new UserInputException(
          request.name() + ": the chassis configuration is a Tofino 2's; the stand-in is a Tofino");
    }
    try {
      return new StratumBox(request, panel, said);
    } catch (IOException e) {
      panel.ifPresent(TofinoPanel::close);
      throw new RunFailedException(
          request.name()
              + ": no server at "
              + request.listen()
              + ": "
              + (e.getCause() == null ? e.getMessage() : e.getCause().getMessage()),
          e);
    }
  }

  @Override
  public int port() {
    return server.port();
  }

  @Override
  public void close() {
    server.close();
    panel.ifPresent(TofinoPanel::close);
  }
}
