/** The switch command and its control commands. */
@NullMarked
package io.smartt.switchd.command;

import org.jspecify.annotations.NullMarked;
