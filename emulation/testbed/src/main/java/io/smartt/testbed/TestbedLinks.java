package io.smartt.testbed;

import module java.base;

import io.smartt.base.failure.LinkChange;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.topology.Link;
import io.smartt.base.topology.Port;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topology;
import io.smartt.softswitch.backend.LinkState;
import io.smartt.testbed.sonic.SonicException;

/** The links of a testbed that somebody changes while an experiment runs. Not thread safe. */
final class TestbedLinks {
  private final Topology topology;
  private final double dilation;
  private final List<SwitchUnderTest> boxes;
  private final Map<Link, LinkState> changed = new LinkedHashMap<>();

  /**
   * @param dilation by which rates were divided and times multiplied
   */
  TestbedLinks(Topology topology, double dilation, List<SwitchUnderTest> boxes) {
    this.topology = topology;
    this.dilation = dilation;
    this.boxes = List.copyOf(boxes);
  }

  /** Changes one, at all switches that it ends at, or at none that cannot. */
  void change(Link link, List<LinkChange> changes) {
    LinkState planned = LinkState.of(topology, link, 0);
    LinkState before = changed.getOrDefault(link, planned);
    LinkState after = before.after(changes, dilation);
    Map<SwitchUnderTest, List<Port>> ends = ends(link);
    ends.keySet().forEach(box -> box.requireChange(planned, after));
    // Also if one fails: the others may have it.
    changed.put(link, after);
    set(ends, after);
  }

  /**
   * Sets every link as planned again, each for itself.
   *
   * @return what could not be, a line each
   */
  List<String> restore() {
    List<String> failures = new ArrayList<>();
    changed
        .keySet()
        .forEach(link -> {
          try {
            set(ends(link), LinkState.of(topology, link, 0));
          } catch (RunFailedException e) {
            failures.add(String.valueOf(e.getMessage()));
          }
        });
    changed.clear();
    return failures;
  }

  private static void set(Map<SwitchUnderTest, List<Port>> ends, LinkState state) {
    try {
      ends.forEach((box, ports) -> box.change(ports, state));
    } catch (SonicException e) {
      throw new RunFailedException(String.valueOf(e.getMessage()), e);
    }
  }

  private Map<SwitchUnderTest, List<Port>> ends(Link link) {
    Map<SwitchUnderTest, List<Port>> ends = new LinkedHashMap<>();
    for (Port end : List.of(link.a(), link.b())) {
      if (end.node() instanceof Switch sw) {
        String name = topology.vrf(sw).map(Topology.Vrf::box).orElse(sw.name());
        boxes.stream()
            .filter(box -> box.box().name().equals(name))
            .forEach(box -> ends.computeIfAbsent(box, _ -> new ArrayList<>()).add(end));
      }
    }
    return ends;
  }
}
