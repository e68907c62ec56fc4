@NullMarked
package io.smartt.emulation.fabric.realtime;

import org.jspecify.annotations.NullMarked;
