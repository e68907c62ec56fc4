package io.smartt.controller.forwarding;

import module java.base;

import io.smartt.controller.address.Ipv4Prefix;

/**
 * The fewest prefixes that send each host's address where it should go when the longest prefix wins
 * (Draves et al., "Constructing Optimal IP Routing Tables", INFOCOM 1999). Addresses of no host may
 * go anywhere, but a prefix is never shorter than the hosts it is for need. The tree is built once
 * and serves every switch.
 */
final class PrefixCover {
  /** A prefix with its target: all bits after {@code length} are zero. */
  record Route(int prefix, int length, int target) {}

  /** A path-compressed binary tree: a node has two children, or is one address. */
  private final int[] addresses;

  private final int[] left;
  private final int[] right;
  private final int[] firstAddress;
  private final int[] prefixLength;
  private int nodes;

  /**
   * Builds the tree over these addresses.
   *
   * @param sortedAddresses all different, ascending as unsigned numbers
   */
  PrefixCover(int[] sortedAddresses) {
    addresses = sortedAddresses.clone();
    int most = Math.max(1, 2 * addresses.length - 1);
    left = new int[most];
    right = new int[most];
    firstAddress = new int[most];
    prefixLength = new int[most];
    if (addresses.length > 0) {
      var _ = build(0, addresses.length - 1);
    }
  }

  /** Children come before their parent, so the root is last. */
  private int build(int first, int last) {
    int length = Integer.numberOfLeadingZeros(addresses[first] ^ addresses[last]);
    int leftChild = -1;
    int rightChild = -1;
    if (first < last) {
      int bit = 1 << (31 - length);
      int split = first;
      while ((addresses[split] & bit) == 0) {
        split++;
      }
      leftChild = build(first, split - 1);
      rightChild = build(split, last);
    }
    int node = nodes++;
    left[node] = leftChild;
    right[node] = rightChild;
    firstAddress[node] = first;
    prefixLength[node] = length;
    return node;
  }

  /**
   * Routes for one switch.
   *
   * @param targets where each address should go, in the order of the addresses
   * @param miss where an address without a route goes
   */
  List<Route> routes(int[] targets, int miss) {
    List<Route> routes = new ArrayList<>();
    if (nodes > 0) {
      int most = Math.max(miss, Arrays.stream(targets).max().orElseThrow());
      emit(nodes - 1, miss, candidates(targets, most / Long.SIZE + 1), routes);
    }
    return routes;
  }

  /**
   * Finds for each node the targets that cost fewest routes below it if they come from above.
   *
   * @param words of 64 targets that a node has
   */
  private TargetSets candidates(int[] targets, int words) {
    TargetSets candidates = new TargetSets(nodes, words);
    for (int node = 0; node < nodes; node++) {
      if (left[node] < 0) {
        candidates.add(node, targets[firstAddress[node]]);
      } else {
        candidates.putCommonOrAll(node, left[node], right[node]);
      }
    }
    return candidates;
  }

  /** A set of targets for each node, all in one array. */
  private static final class TargetSets {
    private final long[] bits;
    private final int words;

    TargetSets(int nodes, int words) {
      bits = new long[Math.multiplyExact(nodes, words)];
      this.words = words;
    }

    void add(int node, int target) {
      bits[node * words + target / Long.SIZE] |= 1L << target;
    }

    boolean has(int node, int target) {
      return (bits[node * words + target / Long.SIZE] & 1L << target) != 0;
    }

    int first(int node) {
      int word = 0;
      while (bits[node * words + word] == 0) {
        word++;
      }
      return word * Long.SIZE + Long.numberOfTrailingZeros(bits[node * words + word]);
    }

    /** Puts what two have in common; where that is nothing, what either has. */
    void putCommonOrAll(int node, int a, int b) {
      long common = 0;
      for (int i = 0; i < words; i++) {
        long both = bits[a * words + i] & bits[b * words + i];
        bits[node * words + i] = both;
        common |= both;
      }
      if (common == 0) {
        for (int i = 0; i < words; i++) {
          bits[node * words + i] = bits[a * words + i] | bits[b * words + i];
        }
      }
    }
  }

  private void emit(int node, int inherited, TargetSets candidates, List<Route> routes) {
    int target = inherited;
    if (!candidates.has(node, inherited)) {
      target = candidates.first(node);
      int length = prefixLength[node];
      int network = addresses[firstAddress[node]] & Ipv4Prefix.mask(length);
      routes.add(new Route(network, length, target));
    }
    if (left[node] >= 0) {
      emit(left[node], target, candidates, routes);
      emit(right[node], target, candidates, routes);
    }
  }
}
