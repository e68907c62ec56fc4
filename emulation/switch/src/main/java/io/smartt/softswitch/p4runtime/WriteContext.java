package io.smartt.softswitch.p4runtime;

import module java.base;

import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.info.P4Objects;
import io.smartt.p4.pipeline.PipelineControl;
import io.smartt.p4.pipeline.PipelineControl.InvalidChangeException;
import io.smartt.p4.pipeline.PipelineControl.UnknownNameException;
import org.jspecify.annotations.Nullable;

/**
 * The things that the translator of one update works on.
 *
 * @param pipeline that is written to
 * @param ports of the switch
 * @param rights of the controller's role
 * @param strict whether the letter of the specification is wanted
 * @param journal takes back what a refused update did to the store
 * @param effects what the update does to the device
 */
record WriteContext(
    InstalledPipeline pipeline,
    ForwardingDevice ports,
    RoleRights rights,
    boolean strict,
    Journal journal,
    Effects effects) {

  P4InfoIndex info() {
    return pipeline.info();
  }

  EntityStore store() {
    return pipeline.store();
  }

  /** The object of this id that the role owns. */
  <T extends P4InfoIndex.P4Object> T owned(P4Objects<T> objects, String kind, int id) {
    T object = Lookup.require(objects, kind, id);
    requireOwned(object.name());
    return object;
  }

  void requireOwned(String entity) {
    if (!rights.owns(entity)) {
      throw Refusal.denied("'" + entity + "' does not belong to the role");
    }
  }

  /**
   * The effects of accepted updates on the device: changes that the pipeline takes in one step,
   * then what cannot be part of that step.
   */
  static final class Effects {
    private final List<PipelineControl.Change> changes = new ArrayList<>();
    private final List<Runnable> afterwards = new ArrayList<>();

    void change(PipelineControl.Change change) {
      changes.add(change);
    }

    void afterwards(Runnable action) {
      afterwards.add(action);
    }

    void add(Effects other) {
      changes.addAll(other.changes);
      afterwards.addAll(other.afterwards);
    }

    /**
     * Carries them out.
     *
     * @throws Refusal where the pipeline refuses, when nothing was done
     */
    void apply(DevicePipeline device) {
      if (!changes.isEmpty()) {
        try {
          device.apply(changes);
        } catch (InvalidChangeException | UnknownNameException e) {
          throw Refusal.invalid(String.valueOf(e.getMessage()));
        }
      }
      afterwards.forEach(Runnable::run);
    }
  }

  /** Changes to maps that can be taken back, newest first. */
  static final class Journal {
    private final Deque<Runnable> undo = new ArrayDeque<>();

    <K, V> void put(Map<K, V> map, K key, V value) {
      @Nullable V old = map.put(key, value);
      undo.push(() -> restore(map, key, old));
    }

    <K, V> void remove(Map<K, V> map, K key) {
      @Nullable V old = map.remove(key);
      undo.push(() -> restore(map, key, old));
    }

    /** Adds to a count; counts of zero are not kept. */
    <K> void count(Map<K, Integer> counts, K key, int by) {
      int now = Optional.ofNullable(counts.get(key)).orElse(0) + by;
      if (now == 0) {
        remove(counts, key);
      } else {
        put(counts, key, now);
      }
    }

    /** A point to go back to. */
    int mark() {
      return undo.size();
    }

    /** Takes back everything since the mark. */
    void backTo(int mark) {
      while (undo.size() > mark) {
        undo.pop().run();
      }
    }

    private static <K, V> void restore(Map<K, V> map, K key, @Nullable V old) {
      if (old == null) {
        map.remove(key);
      } else {
        map.put(key, old);
      }
    }
  }
}
