@NullMarked
package io.smartt.emulation.fabric.testbed.probe;

import org.jspecify.annotations.NullMarked;
