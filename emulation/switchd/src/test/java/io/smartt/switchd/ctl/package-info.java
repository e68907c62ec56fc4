@NullMarked
package io.smartt.switchd.ctl;

import org.jspecify.annotations.NullMarked;
