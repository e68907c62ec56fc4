package io.smartt.experiment.trace.limit;

import module java.base;

import io.smartt.base.input.NearNames;
import io.smartt.base.input.Quantities;
import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Port;
import io.smartt.base.topology.Topology;
import io.smartt.base.trace.CaptureInterface;
import io.smartt.base.trace.CaptureSink;
import io.smartt.experiment.trace.analysis.FrameView;

/**
 * The limits of what of a run's packets goes into its capture.
 *
 * @param ports names of ports ({@code leaf1-eth2}) and of nodes, of which all ports are meant; none
 *     for all
 * @param window of the run's time
 * @param filter which packets
 * @param snapBytes of each packet, at most
 */
public record CaptureLimits(
    List<String> ports, CaptureLimits.CaptureWindow window, PacketFilter filter, int snapBytes) {
  /** Copies the names. */
  public CaptureLimits {
    ports = List.copyOf(ports);
  }

  /**
   * Returns a sink that passes on what is wanted.
   *
   * @throws UserInputException naming a port or host that the network does not have
   */
  public CaptureSink limit(Topology topology, CaptureSink sink) {
    Map<String, Integer> hosts =
        topology.hosts().stream().collect(Collectors.toMap(Host::name, Host::ipv4));
    return new LimitedCapture(sink, interfaces(topology), filter.bind(hosts));
  }

  private BitSet interfaces(Topology topology) {
    BitSet chosen = new BitSet();
    Map<Port, Integer> numbers = CaptureInterface.numbers(topology);
    if (ports.isEmpty()) {
      chosen.set(0, numbers.size());
    }
    for (String name : ports) {
      List<Integer> named =
          numbers.entrySet().stream()
              .filter(port -> names(port.getKey()).contains(name))
              .map(Map.Entry::getValue)
              .toList();
      if (named.isEmpty()) {
        throw unknown(numbers, name);
      }
      named.forEach(chosen::set);
    }
    return chosen;
  }

  private static List<String> names(Port port) {
    return List.of(port.interfaceName(), port.node().name());
  }

  private static UserInputException unknown(Map<Port, Integer> numbers, String name) {
    List<String> known =
        numbers.keySet().stream()
            .flatMap(port -> names(port).stream())
            .distinct()
            .sorted()
            .toList();
    List<String> near = NearNames.of(name, known);
    return new UserInputException(
        "capture.ports: '%s' is no port and no node of %s"
            .formatted(
                name,
                near.isEmpty()
                    ? "this network: write names such as " + known.getFirst()
                    : "this network: " + NearNames.hint(name, near)));
  }

  /**
   * A span of a run's time.
   *
   * @param fromPs picoseconds since the run began
   * @param untilPs the first that is not in it
   */
  public record CaptureWindow(long fromPs, long untilPs) {
    /** The whole run. */
    public static final CaptureWindow ALL = new CaptureWindow(0, Long.MAX_VALUE);

    private static final Pattern SPAN = Pattern.compile("(.*?)\\.\\.(.*)");

    /**
     * Reads {@code 10us..50us}; either end may be left out.
     *
     * @throws UserInputException if it is no span
     */
    public static CaptureWindow parse(String text) {
      if (text.strip().equals("all")) {
        return ALL;
      }
      Matcher span = SPAN.matcher(text.strip());
      if (!span.matches()) {
        throw new UserInputException(
            "'" + text + "' is no span of time: all, or two times as in 10us..50us");
      }
      String from = span.group(1);
      String until = span.group(2);
      CaptureWindow window =
          new CaptureWindow(
              from.isEmpty() ? 0 : Quantities.picoseconds(from),
              until.isEmpty() ? Long.MAX_VALUE : Quantities.picoseconds(until));
      if (window.fromPs >= window.untilPs) {
        throw new UserInputException("'" + text + "' is an empty span of time");
      }
      return window;
    }

    boolean has(long timePs) {
      return fromPs <= timePs && timePs < untilPs;
    }
  }

  /**
   * Passes on the packets that are wanted, and of each as much as is. Thread safe if the next one
   * is: each thread reads with a view of its own.
   */
  private final class LimitedCapture implements CaptureSink {
    private final CaptureSink next;
    private final BitSet interfaces;
    private final PacketFilter.Test wanted;
    private final ThreadLocal<FrameView> views = ThreadLocal.withInitial(FrameView::new);

    /**
     * @param interfaces numbers of those that are wanted
     */
    LimitedCapture(CaptureSink next, BitSet interfaces, PacketFilter.Test wanted) {
      this.next = next;
      this.interfaces = interfaces;
      this.wanted = wanted;
    }

    @Override
    public void packet(Passing packet) {
      if (interfaces.get(packet.interfaceId())
          && window.has(packet.timePs())
          && (filter instanceof PacketFilter.Every || isWanted(packet))) {
        next.packet(packet.with(packet.bytes(), Math.min(packet.headLength(), snapBytes)));
      }
    }

    @Override
    public void lost(int interfaceId, long frames) {
      if (interfaces.get(interfaceId)) {
        next.lost(interfaceId, frames);
      }
    }

    private boolean isWanted(Passing packet) {
      FrameView view = views.get();
      // The array may be longer than what is real of it.
      byte[] bytes = packet.bytes();
      int length = packet.headLength();
      byte[] real = bytes.length == length ? bytes : Arrays.copyOf(bytes, length);
      var _ = view.read(real, packet.wireLength());
      return wanted.takes(view);
    }
  }
}
