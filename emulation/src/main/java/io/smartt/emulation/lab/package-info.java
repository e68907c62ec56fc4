/** Networks that outlive the command that built them, and how other commands work with them. */
@NullMarked
package io.smartt.emulation.lab;

import org.jspecify.annotations.NullMarked;
