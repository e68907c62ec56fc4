/** A host on real wires: its transport endpoint at the end of a Netty pipeline over raw packets. */
@NullMarked
package io.smartt.host.agent;

import org.jspecify.annotations.NullMarked;
