package io.smartt.controller.forwarding;

import io.smartt.controller.address.Ipv4Prefix;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The fewest prefixes that send each host's address where it should go when the longest prefix wins
 * (Draves et al., "Constructing Optimal IP Routing Tables", INFOCOM 1999). Addresses of no host may
 * go anywhere, but a prefix is never shorter than the hosts it is for need. The tree is built once
 * and serves every switch.
 */
final class PrefixCover {
  /** Of a prefix, all bits after {@code length} are zero. */
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
      emit(nodes - 1, miss, candidates(targets), routes);
    }
    return routes;
  }

  /** For each node, the targets that cost fewest routes below it if they come from above. */
  private BitSet[] candidates(int[] targets) {
    BitSet[] candidates = new BitSet[nodes];
    for (int node = 0; node < nodes; node++) {
      BitSet own = new BitSet();
      if (left[node] < 0) {
        own.set(targets[firstAddress[node]]);
      } else {
        own.or(candidates[left[node]]);
        own.and(candidates[right[node]]);
        if (own.isEmpty()) {
          own.or(candidates[left[node]]);
          own.or(candidates[right[node]]);
        }
      }
      candidates[node] = own;
    }
    return candidates;
  }

  private void emit(int node, int inherited, BitSet[] candidates, List<Route> routes) {
    int target = inherited;
    if (!candidates[node].get(inherited)) {
      target = candidates[node].nextSetBit(0);
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
