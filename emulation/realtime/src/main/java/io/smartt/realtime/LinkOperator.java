package io.smartt.realtime;

import module java.base;

import io.smartt.base.failure.LinkCondition.LinkChange;
import io.smartt.base.input.NearNames;
import io.smartt.base.input.Quantities;
import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Link;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.report.RunEvent;
import io.smartt.experiment.report.RunEvents;
import io.smartt.experiment.run.FailureTimeline.LinkSwitch;

/**
 * Changes links of a running experiment as somebody at a terminal asks for it, and notes each
 * change among the run's events. Thread safe; one request after the other.
 *
 * @param dilation by which rates were divided and times multiplied
 * @param nowPs time of the experiment, for any thread
 */
record LinkOperator(
    Topology topology, double dilation, LinkSwitch switches, RunEvents events, LongSupplier nowPs) {
  private static final double PS_PER_S = 1e12;

  /**
   * Changes what a line asks for: the name of a link and its changes, with spaces between.
   *
   * @return what was done, for people
   * @throws UserInputException naming what is wrong in it; nothing is changed then
   */
  synchronized String change(String line) {
    List<String> words = List.of(line.strip().split("\\s+"));
    String name = words.getFirst();
    List<Link> links = links(name);
    if (words.size() < 2) {
      throw new UserInputException("link " + name + ": write " + LinkChange.FORMS);
    }
    List<LinkChange> changes =
        words.stream()
            .skip(1)
            .map(LinkChange::parse)
            .map(change -> fitting(change, links))
            .toList();
    List<String> done = new ArrayList<>();
    for (Link link : links) {
      switches.change(link, changes);
      long timePs = nowPs.getAsLong();
      for (LinkChange change : changes) {
        String what = "link " + LinkWatch.name(link) + " " + change;
        events.add(timePs, kind(change), what + ", by 'smartt link'", LinkWatch.name(link));
        done.add(String.format(Locale.ROOT, "%s, %.6f s into the run", what, timePs / PS_PER_S));
      }
    }
    return String.join("; ", done);
  }

  private List<Link> links(String name) {
    List<Link> found =
        topology.links().stream()
            .filter(link -> LinkWatch.name(link).equals(name) || reversed(link).equals(name))
            .toList();
    if (found.isEmpty()) {
      List<String> all = topology.links().stream().map(LinkWatch::name).distinct().toList();
      throw new UserInputException(
          "'%s' is no link of %s, %s".formatted(name, topology.name(), NearNames.hint(name, all)));
    }
    return found;
  }

  private static String reversed(Link link) {
    return link.b().node().name() + "-" + link.a().node().name();
  }

  private LinkChange fitting(LinkChange change, List<Link> links) {
    if (change instanceof LinkChange.Rate(long bps)) {
      for (Link link : links) {
        long most = Math.round(link.slowerBps() * dilation);
        if (bps > most) {
          throw new UserInputException(
              "rate=%s is beyond link %s, which has %s"
                  .formatted(
                      Quantities.formatBitsPerSecond(bps),
                      LinkWatch.name(link),
                      Quantities.formatBitsPerSecond(most)));
        }
      }
    }
    return change;
  }

  private static RunEvent.Kind kind(LinkChange change) {
    return switch (change) {
      case LinkChange.Carrier(boolean up) -> up ? RunEvent.Kind.LINK_UP : RunEvent.Kind.LINK_DOWN;
      case LinkChange.Rate _, LinkChange.Loss _, LinkChange.Delay _ -> RunEvent.Kind.LINK_CHANGED;
    };
  }
}
