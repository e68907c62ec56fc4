/** {@code smartt wireshark}. */
@NullMarked
package io.smartt.emulation.cli.wireshark;

import org.jspecify.annotations.NullMarked;
