@NullMarked
package io.smartt.emulation.softswitch.process;

import org.jspecify.annotations.NullMarked;
