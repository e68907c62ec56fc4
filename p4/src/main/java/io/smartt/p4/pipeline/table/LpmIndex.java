package io.smartt.p4.pipeline.table;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Longest-prefix match of one field of up to 32 bits: a trie of four levels of 256. Each slot of a
 * node holds the longest prefix that ends in the node and covers the slot, so a look-up takes at
 * most four steps. Nodes are copied on the first write after {@link #edit}.
 */
public final class LpmIndex<V> implements MatchIndex<V> {
  private static final int FIELD_BITS = 32;
  private static final int STRIDE = 8;
  private static final int SLOTS = 1 << STRIDE;

  private final int width;
  private Node root;

  /** Marks the nodes that this index has made and may change. */
  private final Object owner = new Object();

  /** An empty index over a field of {@code width} bits. */
  public LpmIndex(int width) {
    this.width = width;
    this.root = new Node(owner);
  }

  private LpmIndex(int width, Node root) {
    this.width = width;
    this.root = root;
  }

  @Override
  public @Nullable V find(long[] key) {
    return find(key[0]);
  }

  @Override
  public @Nullable V find(long key) {
    int address = (int) (key << (FIELD_BITS - width));
    Prefix best = null;
    Node node = root;
    for (int shift = FIELD_BITS - STRIDE; node != null; shift -= STRIDE) {
      int slot = (address >>> shift) & (SLOTS - 1);
      Prefix here = node.prefixes[slot];
      if (here != null) {
        best = here;
      }
      node = node.children[slot];
    }
    return best == null ? null : cast(best.value);
  }

  @Override
  public MatchIndex<V> edit() {
    return new LpmIndex<>(width, root);
  }

  @Override
  public void put(Rule rule, V value) {
    Prefix prefix = new Prefix(address(rule), (int) rule.rank(), value);
    Node node = nodeOf(prefix);
    int first = firstSlot(prefix);
    for (int slot = first; slot < first + slotCount(prefix); slot++) {
      Prefix old = node.prefixes[slot];
      if (old == null || old.length <= prefix.length) {
        node.prefixes[slot] = prefix;
      }
    }
    node.keep(prefix);
  }

  @Override
  public void remove(Rule rule) {
    Prefix prefix = new Prefix(address(rule), (int) rule.rank(), rule);
    Node node = nodeOf(prefix);
    node.forget(prefix);
    Prefix next = node.longestCovering(prefix);
    int first = firstSlot(prefix);
    for (int slot = first; slot < first + slotCount(prefix); slot++) {
      Prefix old = node.prefixes[slot];
      if (old != null && old.length == prefix.length) {
        node.prefixes[slot] = next;
      }
    }
  }

  /** The node that the prefix ends in, made writable on the way. */
  private Node nodeOf(Prefix prefix) {
    root = root.writable(owner);
    Node node = root;
    for (int depth = 0; depth < level(prefix); depth++) {
      int slot = slotAt(prefix.address, depth);
      Node child = node.children[slot];
      child = child == null ? new Node(owner) : child.writable(owner);
      node.children[slot] = child;
      node = child;
    }
    return node;
  }

  private int address(Rule rule) {
    return (int) (rule.value()[0] << (FIELD_BITS - width));
  }

  private static int slotAt(int address, int depth) {
    return (address >>> (FIELD_BITS - STRIDE * (depth + 1))) & (SLOTS - 1);
  }

  private static int level(Prefix prefix) {
    return prefix.length == 0 ? 0 : (prefix.length - 1) / STRIDE;
  }

  private static int firstSlot(Prefix prefix) {
    return slotAt(prefix.address, level(prefix));
  }

  private static int slotCount(Prefix prefix) {
    return 1 << (STRIDE * (level(prefix) + 1) - prefix.length);
  }

  @SuppressWarnings("unchecked") // Only values of V are put.
  private @Nullable V cast(Object value) {
    return (V) value;
  }

  private record Prefix(int address, int length, Object value) {
    boolean sameAs(Prefix other) {
      return address == other.address && length == other.length;
    }

    boolean covers(Prefix other) {
      return length < other.length
          && (length == 0 || (address ^ other.address) >>> (FIELD_BITS - length) == 0);
    }
  }

  private static final class Node {
    final Object owner;
    final @Nullable Prefix[] prefixes;
    final @Nullable Node[] children;

    /** Every prefix that ends here, those too that a longer one hides in all its slots. */
    private Prefix[] all;

    Node(Object owner) {
      this.owner = owner;
      prefixes = new Prefix[SLOTS];
      children = new Node[SLOTS];
      all = new Prefix[0];
    }

    private Node(Object owner, Node other) {
      this.owner = owner;
      prefixes = other.prefixes.clone();
      children = other.children.clone();
      all = other.all;
    }

    @SuppressWarnings("ReferenceEquality") // An owner is nothing but its identity.
    Node writable(Object writer) {
      return owner == writer ? this : new Node(writer, this);
    }

    void keep(Prefix prefix) {
      for (int i = 0; i < all.length; i++) {
        if (all[i].sameAs(prefix)) {
          all = all.clone();
          all[i] = prefix;
          return;
        }
      }
      Prefix[] more = Arrays.copyOf(all, all.length + 1);
      more[all.length] = prefix;
      all = more;
    }

    void forget(Prefix prefix) {
      all = Arrays.stream(all).filter(kept -> !kept.sameAs(prefix)).toArray(Prefix[]::new);
    }

    @Nullable Prefix longestCovering(Prefix prefix) {
      Prefix longest = null;
      for (Prefix candidate : all) {
        if (candidate.covers(prefix) && (longest == null || candidate.length > longest.length)) {
          longest = candidate;
        }
      }
      return longest;
    }
  }
}
