/**
 * Costs of real frames, measured between network namespaces: one hop through a switch, one veth
 * pair, one pair of agents. By hand, as root; docs/internals/raw-path.md says how and has the
 * figures.
 */
@NullMarked
package io.smartt.bench.raw;

import org.jspecify.annotations.NullMarked;
