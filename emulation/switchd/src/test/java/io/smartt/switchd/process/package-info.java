@NullMarked
package io.smartt.switchd.process;

import org.jspecify.annotations.NullMarked;
