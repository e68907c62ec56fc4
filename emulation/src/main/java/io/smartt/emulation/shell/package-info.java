/** Commands of somebody who works with a network that stands, as at Mininet's prompt. */
@NullMarked
package io.smartt.emulation.shell;

import org.jspecify.annotations.NullMarked;
