package io.smartt.testbed.standin.box;

import module java.base;

import com.google.protobuf.InvalidProtocolBufferException;
import io.grpc.ServerCredentials;
import io.netty.channel.EventLoop;
import io.smartt.base.concurrent.Closing;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.FileErrors;
import io.smartt.base.input.UserInputException;
import io.smartt.base.output.WholeFile;
import io.smartt.host.packetio.NetworkNamespace;
import io.smartt.testbed.standin.stratum.ChassisConfig;
import io.smartt.testbed.standin.stratum.StratumServer;
import io.smartt.testbed.standin.stratum.StratumServer.PipelineListener;
import org.p4.v1.ForwardingPipelineConfig;

/** A stand-in for a Tofino with Stratum. */
public final class StratumSwitch implements StandInSwitch {
  private final StratumServer server;
  private final Optional<TofinoPanel> panel;

  private StratumSwitch(StratumRequest request, Optional<TofinoPanel> panel, Consumer<String> said)
      throws IOException {
    this.panel = panel;
    SavedPipeline saved = new SavedPipeline(request.saved());
    PipelineListener listener =
        panel.<PipelineListener>map(front -> front).orElse(PipelineListener.NONE);
    server =
        new StratumServer(
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
  public static StratumSwitch start(StratumRequest request, Consumer<String> said) {
    return start(request, Optional.empty(), said);
  }

  /**
   * Starts one whose front ports carry traffic.
   *
   * @param namespace that the ports' interfaces are in; empty: this process's
   * @param loop of the ports
   */
  public static StratumSwitch start(
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

  private static StratumSwitch start(
      StratumRequest request, Optional<TofinoPanel> panel, Consumer<String> said) {
    if (request.chassis().isTofino2()) {
      throw Closing.after(
          new UserInputException(
              request.name()
                  + ": the chassis configuration is a Tofino 2's; the stand-in is a Tofino"),
          panel.stream().toList());
    }
    try {
      return new StratumSwitch(request, panel, said);
    } catch (IOException e) {
      throw Closing.after(
          StandInSwitch.noServer(request.name(), request.listen(), e), panel.stream().toList());
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

  /**
   * A stand-in for Stratum that somebody wants.
   *
   * @param name of the switch
   * @param listen where its P4Runtime server is; port 0: one that is free
   * @param saved the file with the program from which it starts
   * @param speed by which times of faults are divided
   * @param ports front ports, named by SDK port; none: it only keeps its entries
   */
  public record StratumRequest(
      String name,
      InetSocketAddress listen,
      ServerCredentials credentials,
      ChassisConfig chassis,
      Path saved,
      List<StratumServer.StratumFault> faults,
      double speed,
      List<StandInRequest.FrontPort> ports) {
    /** Copies. */
    public StratumRequest {
      faults = List.copyOf(faults);
      ports = List.copyOf(ports);
    }
  }

  /**
   * The program that a switch starts with, as {@code /etc/stratum/pipeline_cfg.pb.txt} is Stratum's
   * (p4_service.cc:30), in binary form.
   */
  record SavedPipeline(Path file) {
    /**
     * Reads it; empty if there is none.
     *
     * @throws RunFailedException if it is damaged
     */
    Optional<ForwardingPipelineConfig> read() {
      try {
        return Files.exists(file)
            ? Optional.of(ForwardingPipelineConfig.parseFrom(Files.readAllBytes(file)))
            : Optional.empty();
      } catch (InvalidProtocolBufferException e) {
        throw new RunFailedException(file + ": is no pipeline that a stand-in saved", e);
      } catch (IOException e) {
        throw new RunFailedException(file + " cannot be read: " + FileErrors.reason(e), e);
      }
    }

    void write(ForwardingPipelineConfig config) {
      WholeFile.folder(file.toAbsolutePath().resolveSibling(""));
      WholeFile.put(
          file,
          RunFailedException.saying(file + " cannot be written"),
          part -> Files.write(part, config.toByteArray()));
    }
  }
}
