/** Tests of the tools for people who write P4. */
@NullMarked
package io.smartt.emulation.p4tools;

import org.jspecify.annotations.NullMarked;
