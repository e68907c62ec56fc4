package io.smartt.virtual;

import module java.base;

import io.smartt.base.counters.Drops.DropReason;
import io.smartt.experiment.journey.JourneyEvent.QueueState;
import io.smartt.softswitch.EmbeddedSwitch;
import io.smartt.softswitch.TrafficManager;

/**
 * The actions of one switch on one packet, found by comparing its counters before and after: a
 * switch takes in one packet at a time.
 */
final class WatchedSwitch {
  private final EmbeddedSwitch device;
  private final List<Place> places = new ArrayList<>();
  private long programDrops;
  private long portless;

  /** A queue before the packet came. */
  private record Place(QueueState state, long enqueued, long enqueuedBytes, long dropped) {}

  /** A queue that took the packet, and how many bytes of it. */
  record Taken(QueueState before, long bytes) {}

  /** The reason why a packet went no further. */
  record Refused(DropReason reason, Optional<QueueState> queue) {}

  private WatchedSwitch(EmbeddedSwitch device) {
    this.device = device;
  }

  /** Looks at a switch that is about to take a packet in. */
  static WatchedSwitch before(EmbeddedSwitch device) {
    WatchedSwitch watched = new WatchedSwitch(device);
    TrafficManager manager = device.trafficManager();
    for (int port = 0; port <= manager.ports(); port++) {
      for (int queue = 0; queue < manager.queuesPerPort(); queue++) {
        var counters = manager.counters(port, queue);
        watched.places.add(
            new Place(
                state(device, port, queue),
                counters.enqueued().packets(),
                counters.enqueued().bytes(),
                counters.dropped().packets()));
      }
    }
    watched.programDrops = device.counters().droppedByProgram();
    watched.portless = device.counters().noSuchPort();
    return watched;
  }

  /** A queue as it is now. */
  static QueueState state(EmbeddedSwitch device, int port, int queue) {
    TrafficManager manager = device.trafficManager();
    return new QueueState(
        port,
        queue,
        manager.depthPackets(port, queue),
        manager.depthBytes(port, queue),
        manager.bounds(port, queue));
  }

  /** The queues that have taken the packet or copies of it since. */
  List<Taken> taken() {
    List<Taken> taken = new ArrayList<>();
    for (Place place : places) {
      QueueState queue = place.state;
      var now = device.trafficManager().counters(queue.port(), queue.queue()).enqueued();
      if (now.packets() > place.enqueued) {
        taken.add(new Taken(queue, now.bytes() - place.enqueuedBytes));
      }
    }
    return taken;
  }

  /** Returns why the packet or a copy of it was dropped since; empty if none was. */
  Optional<Refused> refused() {
    for (Place place : places) {
      QueueState queue = place.state;
      var now = device.trafficManager().counters(queue.port(), queue.queue()).dropped();
      if (now.packets() > place.dropped) {
        return Optional.of(new Refused(DropReason.QUEUE_FULL, Optional.of(queue)));
      }
    }
    if (device.counters().noSuchPort() > portless) {
      return Optional.of(new Refused(DropReason.NO_PORT, Optional.empty()));
    }
    return device.counters().droppedByProgram() > programDrops
        ? Optional.of(new Refused(DropReason.PROGRAM, Optional.empty()))
        : Optional.empty();
  }
}
