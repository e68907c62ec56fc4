/** Calls to servers of ours in other processes: how to wait for them, how to make many at once. */
@NullMarked
package io.smartt.emulation.rpc;

import org.jspecify.annotations.NullMarked;
