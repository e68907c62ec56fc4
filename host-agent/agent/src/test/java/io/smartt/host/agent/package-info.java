/** Tests of hosts on real wires. */
@NullMarked
package io.smartt.host.agent;

import org.jspecify.annotations.NullMarked;
