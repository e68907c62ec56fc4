@NullMarked
package io.smartt.emulation.softswitch.ctl;

import org.jspecify.annotations.NullMarked;
