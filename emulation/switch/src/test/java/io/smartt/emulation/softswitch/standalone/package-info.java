@NullMarked
package io.smartt.emulation.softswitch.standalone;

import org.jspecify.annotations.NullMarked;
