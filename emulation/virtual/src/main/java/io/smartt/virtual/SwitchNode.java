package io.smartt.virtual;

import module java.base;

import io.smartt.experiment.report.SampleRecorder;
import io.smartt.experiment.traffic.QueueDepthSampler;
import io.smartt.p4.pipeline.Packet;
import io.smartt.p4.pipeline.Pipeline.Digest;
import io.smartt.softswitch.EmbeddedSwitch;
import io.smartt.softswitch.QueueConfig;
import io.smartt.softswitch.SwitchListener;
import io.smartt.softswitch.TrafficManager.PauseThresholds;
import io.smartt.virtual.simulation.EventQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An embedded switch of the virtual fabric with a link at each port. */
final class SwitchNode implements SwitchListener {
  private static final Logger LOG = LoggerFactory.getLogger(SwitchNode.class);

  private final EventQueue eventQueue;
  private final EmbeddedSwitch device;
  private final SwitchListener controller;
  private final boolean captured;
  private final @Nullable SimplexLink[] links;
  private final @Nullable PfcPort[] pfc;
  private final Set<SwitchListener.EndlessRequest> endless = new HashSet<>();
  private QueueDepthSampler sampler;
  private long hops;
  private long pausesTaken;
  private @Nullable String remark;

  /**
   * @param controller hears of packets for ports without a link and of digests
   * @param captured whether to note, packet by packet, what captures say of trims and marks
   */
  SwitchNode(
      EventQueue eventQueue,
      String name,
      BitSet ports,
      List<QueueConfig> queues,
      SwitchListener controller,
      SampleRecorder samples,
      boolean captured) {
    this.eventQueue = eventQueue;
    this.controller = controller;
    this.captured = captured;
    this.links = new SimplexLink[ports.length()];
    this.pfc = new PfcPort[ports.length()];
    this.device = new EmbeddedSwitch(name, ports, OptionalInt.empty(), queues, this);
    this.sampler = new QueueDepthSampler(device, samples);
    eventQueue.beforeWindow(device::prefetch);
  }

  EmbeddedSwitch device() {
    return device;
  }

  /**
   * Records what becomes of its queues here from now on.
   *
   * @param basePs the instant that the recorder's times count from
   */
  void sampleInto(SampleRecorder samples, long basePs) {
    sampler = new QueueDepthSampler(device, samples, basePs);
  }

  /** Packets that this switch has taken in. */
  long hops() {
    return hops;
  }

  /** Returns where packets for a port come from. */
  SimplexLink.FrameSource source(int port) {
    return new SimplexLink.FrameSource() {
      @Override
      public boolean next(long nowPs, Packet out) {
        PfcPort flowControl = pfc[port];
        if (flowControl != null && flowControl.isDue()) {
          flowControl.next(nowPs, out);
          return true;
        }
        remark = null;
        boolean sent = device.transmit(port, nowPs, out);
        if (sent) {
          sampler.sample(port, nowPs);
        }
        return sent;
      }

      @Override
      public boolean mayHaveMore() {
        PfcPort flowControl = pfc[port];
        return device.trafficManager().hasPackets(port)
            || (flowControl != null && flowControl.isDue());
      }
    };
  }

  /** Returns where packets that reach a port go. */
  SimplexLink.FrameSink sink(int port) {
    return (Packet packet, long nowPs) -> {
      PfcPort flowControl = pfc[port];
      if (flowControl != null && flowControl.takes(packet, nowPs)) {
        pausesTaken++;
        return;
      }
      hops++;
      device.receive(port, packet, nowPs);
    };
  }

  void connect(int port, SimplexLink link) {
    links[port] = link;
  }

  /** Makes data that comes in by a port lossless, by pausing the node at its other end. */
  void flowControl(int port, PauseThresholds thresholds, PfcPort end) {
    pfc[port] = end;
    for (int queue = 0; queue < end.priorities(); queue++) {
      device
          .trafficManager()
          .lossless(port, queue, thresholds, (_, ofQueue, on) -> end.pausePeer(ofQueue, on));
    }
  }

  /** Pause frames taken in, which reach no pipeline. */
  long pausesTaken() {
    return pausesTaken;
  }

  /** Pause frames sent. */
  long pauseFrames() {
    long sum = 0;
    for (PfcPort port : pfc) {
      sum += port == null ? 0 : port.framesSent();
    }
    return sum;
  }

  /** Returns what was done to the packet that last left, once. */
  Optional<String> takeRemark() {
    Optional<String> taken = Optional.ofNullable(remark);
    remark = null;
    return taken;
  }

  @Override
  public void portReady(int port) {
    SimplexLink link = links[port];
    if (link == null) {
      controller.portReady(port);
      return;
    }
    long nowPs = eventQueue.nowPs();
    link.kick(nowPs);
    sampler.sample(port, nowPs);
  }

  @Override
  public void digest(long nowPs, Digest digest) {
    controller.digest(nowPs, digest);
  }

  @Override
  public void endless(long nowPs, SwitchListener.EndlessRequest request) {
    if (endless.add(request)) {
      LOG.warn("switch {}: {}", device.name(), request.text());
    }
  }

  @Override
  public void trimmed(long nowPs, int port, int queue, int receivedBytes) {
    sampler.trimmed(port, queue, nowPs);
    if (captured) {
      remark = "trimmed at " + device.name() + " p" + port + ", was " + receivedBytes + " B";
    }
  }

  @Override
  public void dropped(long nowPs, int port) {
    sampler.dropped(port, nowPs);
  }

  @Override
  public void marked(long nowPs, int port, int queue, int depthPackets) {
    sampler.marked(port, queue, nowPs);
    if (captured) {
      long depthBytes = device.trafficManager().depthBytes(port, queue);
      remark =
          "ECN CE at " + device.name() + " p" + port + " q" + queue + " depth=" + depthBytes + "B";
    }
  }
}
