package io.smartt.emulation.softswitch.p4runtime;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Changes to maps that can be taken back, newest first. */
final class Journal {
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
