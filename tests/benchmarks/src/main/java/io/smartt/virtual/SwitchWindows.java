package io.smartt.virtual;

import module java.base;

import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.run.LiveNetwork.LivePlan;
import io.smartt.experiment.run.RunInputs;
import io.smartt.experiment.settings.ProfileLibrary;
import io.smartt.p4.pipeline.Packet;
import io.smartt.softswitch.EmbeddedSwitch;
import io.smartt.study.launch.Fabrics;

/**
 * The frames that one switch of a run took in, window by window, in their order. Windows have the
 * length of the run's, and lie on a grid.
 */
public final class SwitchWindows {
  /** The most bytes of a frame that are more than counted. */
  public static final int HEAD_BYTES = 96;

  /** Windows without a frame at the end: what waits leaves before the first comes again. */
  private static final int EMPTY = 4;

  private static final long LIMIT_PS = 1_000_000_000_000L;

  private final long windowPs;
  private final int[] firsts;
  private final long[] offsetsPs;
  private final int[] ports;
  private final long[] ids;
  private final int[] lengths;
  private final int[] headLengths;
  private final int[] sentLengths;
  private final byte[] heads;

  private SwitchWindows(long windowPs, List<RecordedFrame> frames) {
    this.windowPs = windowPs;
    long startPs = frames.getFirst().timePs();
    int windows = (int) ((frames.getLast().timePs() - startPs) / windowPs) + 1 + EMPTY;
    firsts = new int[windows + 1];
    frames.forEach(frame -> firsts[(int) ((frame.timePs() - startPs) / windowPs) + 1]++);
    Arrays.parallelPrefix(firsts, Integer::sum);
    offsetsPs = frames.stream().mapToLong(f -> (f.timePs() - startPs) % windowPs).toArray();
    ports = frames.stream().mapToInt(RecordedFrame::port).toArray();
    ids = frames.stream().mapToLong(RecordedFrame::id).toArray();
    lengths = frames.stream().mapToInt(RecordedFrame::length).toArray();
    headLengths = frames.stream().mapToInt(frame -> frame.head().length).toArray();
    sentLengths = frames.stream().mapToInt(RecordedFrame::sentLength).toArray();
    heads = new byte[frames.size() * HEAD_BYTES];
    for (int i = 0; i < frames.size(); i++) {
      byte[] head = frames.get(i).head();
      System.arraycopy(head, 0, heads, i * HEAD_BYTES, head.length);
    }
  }

  @SuppressWarnings("ArrayRecordComponent") // nobody compares or prints it
  private record RecordedFrame(
      long timePs, int port, long id, int length, int sentLength, byte[] head) {
    void write(DataOutputStream out) throws IOException {
      out.writeLong(timePs);
      out.writeInt(port);
      out.writeLong(id);
      out.writeInt(length);
      out.writeInt(sentLength);
      out.writeInt(head.length);
      out.write(head);
    }

    static RecordedFrame read(DataInputStream in) throws IOException {
      return new RecordedFrame(
          in.readLong(),
          in.readInt(),
          in.readLong(),
          in.readInt(),
          in.readInt(),
          in.readNBytes(in.readInt()));
    }
  }

  /** A switch in the middle of an experiment's network. */
  public record Site(ExperimentSpec spec, RunInputs in, Topology topology, Switch at) {
    /**
     * A switch of the second tier, so that all links lead to other parts of the simulation.
     *
     * @param second its number there, from 1; 0: the middle one
     */
    public static Site of(String topology, String workload, int second) {
      ExperimentSpec spec =
          new ExperimentLoader(new ProfileLibrary(Fabrics.builtIn().settings()))
              .load(
                  "htsim-800g",
                  Map.of("topology", topology, "workload", workload, "constants", "nscc"),
                  List.of(),
                  false);
      LivePlan plan = new LivePlan(spec);
      Topology network = plan.topology();
      List<Switch> middle = network.switches().stream().filter(sw -> sw.tier() == 1).toList();
      return new Site(
          spec,
          plan.inputs(spec.buildWorkload(network)),
          network,
          middle.get(second == 0 ? middle.size() / 2 : second - 1));
    }

    /** The length of the run's windows: nothing arrives sooner after it was sent. */
    long windowPs() {
      long ps = Long.MAX_VALUE;
      for (var port : topology.adjacencies(at)) {
        long bitTimes = Math.ceilDiv(8_000_000_000_000L, port.rateBps());
        ps = Math.min(ps, port.link().latencyPs() + at.latencyPs() + bitTimes);
      }
      return ps;
    }
  }

  /** Records in a process of its own, so that this one compiles code for nothing but the replay. */
  public static SwitchWindows of(String topology, String workload, int second)
      throws IOException, InterruptedException {
    Path file = Files.createTempFile("smartt-windows", ".bin");
    try {
      int status =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "--enable-native-access=ALL-UNNAMED",
                  "-cp",
                  System.getProperty("java.class.path"),
                  SwitchWindows.class.getName(),
                  topology,
                  workload,
                  String.valueOf(second),
                  file.toString())
              .inheritIO()
              .start()
              .waitFor();
      if (status != 0) {
        throw new IllegalStateException("recording ended with exit status " + status);
      }
      try (DataInputStream in =
          new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
        long windowPs = in.readLong();
        List<RecordedFrame> frames = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
          frames.add(RecordedFrame.read(in));
        }
        return new SwitchWindows(windowPs, frames);
      }
    } finally {
      Files.delete(file);
    }
  }

  /**
   * Runs the experiment and writes the frames.
   *
   * @param args topology, workload, number of the switch, file
   */
  public static void main(String[] args) throws IOException {
    Site site = Site.of(args[0], args[1], Integer.parseInt(args[2]));
    List<RecordedFrame> frames = new ArrayList<>();
    try (VirtualExperiment experiment = VirtualExperiment.watched(site.in(), watch(site, frames))) {
      Virtual.VirtualRun.program(site.in(), experiment, RunMonitor.NONE);
      TrafficLoop.Ending ending = experiment.run(RunMonitor.NONE, LIMIT_PS);
      System.err.println(site.at().name() + ": " + frames.size() + " frames, " + ending.status());
    }
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(Path.of(args[3]))))) {
      out.writeLong(site.windowPs());
      out.writeInt(frames.size());
      for (RecordedFrame frame : frames) {
        frame.write(out);
      }
    }
  }

  private static FabricWatch watch(Site site, List<RecordedFrame> frames) {
    return new FabricWatch() {
      @Override
      public boolean needsOrder() {
        return false;
      }

      @Override
      public SimplexLink.FrameSink sink(
          int port, EmbeddedSwitch device, SimplexLink.FrameSink sink) {
        if (!device.name().equals(site.at().name())) {
          return sink;
        }
        return (packet, nowPs) -> {
          frames.add(
              new RecordedFrame(
                  nowPs,
                  port,
                  packet.id(),
                  packet.length(),
                  packet.sentLength(),
                  packet.toByteArray()));
          sink.arrive(packet, nowPs);
        };
      }
    };
  }

  /** The length of each window. */
  public long windowPs() {
    return windowPs;
  }

  /** Returns how many windows there are. */
  public int windows() {
    return firsts.length - 1;
  }

  /** The first frame of a window; that of the next window is behind its last. */
  public int first(int window) {
    return firsts[window];
  }

  /** Returns when a frame arrives, from the start of its window. */
  public long offsetPs(int frame) {
    return offsetsPs[frame];
  }

  /** The port by which a frame comes. */
  public int port(int frame) {
    return ports[frame];
  }

  /** A frame's length on the wire. */
  public int length(int frame) {
    return lengths[frame];
  }

  /** Makes a packet what a frame was. */
  public void copyTo(int frame, Packet out) {
    out.set(heads, frame * HEAD_BYTES, headLengths[frame], lengths[frame]);
    out.numberAs(ids[frame], sentLengths[frame]);
  }
}
