/**
 * The state that one pipeline holds besides its code: table entries, action profiles, value sets,
 * counters and registers. The control plane changes them under a lock and publishes a snapshot; the
 * data path reads the snapshot without one. Independent of how the program is executed.
 */
@NullMarked
package io.smartt.p4.pipeline.state;

import org.jspecify.annotations.NullMarked;
