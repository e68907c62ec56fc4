/** Hosts' agents in processes of their own, from the side of who tells them what to send. */
@NullMarked
package io.smartt.emulation.agents;

import org.jspecify.annotations.NullMarked;
