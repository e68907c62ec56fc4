package io.smartt.tests.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.concurrent.TaskRunner;
import io.smartt.base.input.InputFile;
import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Adjacency;
import io.smartt.base.topology.PathProfiles;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.ProgramCache;
import io.smartt.experiment.SwitchPorts;
import io.smartt.experiment.SwitchProgram;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.run.ControlPlane;
import io.smartt.host.congestion.Smartt;
import io.smartt.host.pathing.Reps;
import io.smartt.host.settings.RecordSettings;
import io.smartt.host.transport.Destination;
import io.smartt.host.transport.OutgoingFrame;
import io.smartt.host.transport.PathParameters;
import io.smartt.host.transport.TransportCounters.DropReason;
import io.smartt.host.transport.TransportEndpoint;
import io.smartt.host.transport.TransportListener;
import io.smartt.host.transport.TransportSettings;
import io.smartt.p4.pipeline.Packet;
import io.smartt.p4.pipeline.program.Bmv2Program;
import io.smartt.seed.PortNumbers;
import io.smartt.softswitch.EmbeddedDevice;
import io.smartt.softswitch.EmbeddedSwitch;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;

/**
 * Frames as anybody on a wire can send them: one after another, each behind a byte for the host
 * that sends it and two for its length.
 */
final class FuzzedFrames {
  /** The host that is given frames, and those that it talks with. */
  static final int HOST = 0x0a000001;

  static final int PEER = 0x0a000002;

  private static final int LENGTH_BYTES = 2;
  private static final long APART_PS = 1_000_000;
  private static final int MOST_AFTERWARDS = 20;
  private static final int MESSAGE_BYTES = 2_000;

  /** Short packets, so that an input has many. */
  private static final TransportSettings SETTINGS =
      RecordSettings.with(TransportSettings.DEFAULT, "max-payload-bytes", "256");

  private FuzzedFrames() {}

  /** A frame of an input. */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares them
  record Frame(int from, byte[] bytes) {}

  static List<Frame> of(byte[] input) {
    List<Frame> frames = new ArrayList<>();
    ByteBuffer left = ByteBuffer.wrap(input);
    while (left.remaining() > LENGTH_BYTES) {
      int from = Byte.toUnsignedInt(left.get());
      byte[] frame = new byte[Math.min(Short.toUnsignedInt(left.getShort()), left.remaining())];
      left.get(frame);
      frames.add(new Frame(from, frame));
    }
    return frames;
  }

  /** A host's transport, which has something to send and to receive. */
  static TransportEndpoint endpoint(int ipv4) {
    TransportEndpoint endpoint =
        new TransportEndpoint(
            new Destination(ipv4, ipv4),
            SETTINGS,
            new Smartt(Smartt.Settings.PAPER),
            Reps::new,
            new TransportListener() {},
            new SplittableRandom(ipv4));
    long _ =
        endpoint.send(
            0,
            new Destination(HOST + PEER - ipv4, HOST + PEER - ipv4),
            MESSAGE_BYTES,
            new PathParameters(10_000_000, 80_000_000_000L),
            TransportEndpoint.OWN_SCHEME);
    return endpoint;
  }

  /** Gives frames to a host's transport, until its timers have rung for a while. */
  static void host(Path file) {
    TransportEndpoint host = endpoint(HOST);
    OutgoingFrame out = new OutgoingFrame();
    long nowPs = 0;
    long received = 0;
    for (Frame frame : of(InputFile.bytes(file))) {
      nowPs += APART_PS;
      drain(host, nowPs, out);
      received += frame.bytes.length;
      host.receive(nowPs, frame.bytes, 0, frame.bytes.length, frame.bytes.length);
      if (host.nextDeadlinePs() <= nowPs) {
        host.onDeadline(nowPs);
      }
    }
    for (int i = 0; i < MOST_AFTERWARDS && host.nextDeadlinePs() != Long.MAX_VALUE; i++) {
      nowPs = Math.max(nowPs, host.nextDeadlinePs());
      host.onDeadline(nowPs);
      drain(host, nowPs, out);
    }
    assertThat(host.counters().bytesDelivered()).isBetween(0L, received);
    long refused = Arrays.stream(DropReason.values()).mapToLong(host::drops).sum();
    if (refused > 0) {
      throw new UserInputException(file + ": frames were dropped");
    }
  }

  /** Takes what may leave now, of which there are no more frames than the window has. */
  private static void drain(TransportEndpoint host, long nowPs, OutgoingFrame out) {
    int frames = 0;
    while (host.nextFrame(nowPs, out)) {
      assertThat(++frames).as("frames at one instant").isLessThan(10_000);
    }
  }

  /** A switch with the packed program and the entries of a run, which lasts from input to input. */
  static final class FuzzedSwitch {
    private final EmbeddedSwitch device;
    private final Packet packet = new Packet(256);
    private long nowPs;

    /**
     * @param spec whose network has one switch
     */
    FuzzedSwitch(ExperimentSpec spec) {
      Topology topology = spec.buildTopology();
      SwitchPorts ports = new SwitchPorts(spec, new PathProfiles(topology, spec.packets()));
      Switch only = topology.switches().getFirst();
      List<Adjacency> adjacencies = topology.adjacencies(only);
      device =
          new EmbeddedSwitch(
              only.name(),
              PortNumbers.upTo(adjacencies.size()),
              OptionalInt.empty(),
              ports.queues(adjacencies.getFirst()),
              _ -> {});
      SplittableRandom random = new SplittableRandom(1);
      try (ControlPlane control =
          ControlPlane.start(
              List.of(new EmbeddedDevice(only.id(), device, random::split)),
              new ProgramCache(Bmv2Program::load))) {
        control.program(
            ports.model(topology),
            SwitchProgram.load(spec.program()),
            spec.seed(),
            TaskRunner.SEQUENTIAL,
            RunMonitor.NONE);
      }
    }

    /** Sends frames through: each comes out, is dropped, or waits for nobody. */
    void forward(Path file) {
      device.clearCounters();
      for (Frame frame : of(InputFile.bytes(file))) {
        nowPs += APART_PS;
        packet.set(frame.bytes, 0, frame.bytes.length, frame.bytes.length);
        device.receive(1 + frame.from % device.trafficManager().ports(), packet, nowPs);
        if (frame.from < Byte.MAX_VALUE) {
          transmit();
        }
      }
      transmit();
      assertThat(device.balance().unaccounted()).as("%s", device.balance()).isZero();
      assertThat(device.balance().waiting()).isZero();
      if (device.balance().dropped() > 0) {
        throw new UserInputException(file + ": frames were dropped");
      }
    }

    private void transmit() {
      for (int port = 1; port <= device.trafficManager().ports(); port++) {
        while (device.transmit(port, nowPs, packet)) {
          assertThat(packet.headLength()).isBetween(0, packet.length());
        }
      }
    }
  }
}
