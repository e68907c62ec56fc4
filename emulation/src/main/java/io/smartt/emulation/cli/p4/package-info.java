/** Tools for authors of P4 programs. */
@NullMarked
package io.smartt.emulation.cli.p4;

import org.jspecify.annotations.NullMarked;
