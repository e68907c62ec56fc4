/** Tools for people who write P4: run a test script, follow one packet, compile. */
@NullMarked
package io.smartt.emulation.p4tools;

import org.jspecify.annotations.NullMarked;
