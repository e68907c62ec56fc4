@NullMarked
package io.smartt.emulation.fabric.testbed;

import org.jspecify.annotations.NullMarked;
