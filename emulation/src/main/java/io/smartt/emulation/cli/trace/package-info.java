/** Commands on packet traces, and Wireshark on them. */
@NullMarked
package io.smartt.emulation.cli.trace;

import org.jspecify.annotations.NullMarked;
