/** What P4Runtime does not reach of a switch: rates, wires, queues and counters, on any kind. */
@NullMarked
package io.smartt.softswitch.backend;

import org.jspecify.annotations.NullMarked;
